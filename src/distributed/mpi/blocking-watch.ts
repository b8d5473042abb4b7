// A time limit for calls that block the main thread in MPI. A watchdog thread (blocking-watchdog.js) ends the process if the other
// ranks do not arrive in time. The thread starts with the first such call; each call then costs two stores.

import { programUrl } from "../../host/assets.js";
import type { Peer } from "../control.js";
import { CALL_BITS } from "./blocked-time.js";

/** What blocks. */
const calls = ["allReduceSync", "allReduce", "split"] as const;
export type BlockingCall = (typeof calls)[number];

/** The data that the watchdog thread starts with. */
export interface WatchdogSetup {
  /** An int32 with the kind and number of the call and, at byte 8, a float64 with the time limit in milliseconds. */
  readonly memory: SharedArrayBuffer;
  readonly calls: readonly string[];
  readonly rank: number;
  readonly peers: readonly Peer[];
}

/** Who waits, for whom and how long. */
interface WatchedJob {
  readonly rank: number;
  readonly peers: readonly Peer[];
  readonly timeoutMs: number;
}

export class BlockingWatch {
  readonly #job: WatchedJob;
  readonly #memory = new SharedArrayBuffer(16);
  readonly #words = new Int32Array(this.#memory);
  readonly #limits = new Float64Array(this.#memory);
  #count = 0;
  #isStarted = false;

  constructor(job: WatchedJob) {
    this.#job = job;
  }

  /** Runs something that blocks until other ranks have come. */
  during<T>(call: BlockingCall, run: () => T): T {
    this.enter(call);
    try {
      return run();
    } finally {
      this.leave();
    }
  }

  /** Marks this thread as blocking until `leave` is called; for C calls, which do not throw. */
  enter(call: BlockingCall): void {
    if (!this.#isStarted) this.#start();
    this.#count++;
    this.#limits[1] = this.#job.timeoutMs;
    // Plain stores, which cost less than atomic ones: nothing is ordered by them, and a call into C is between.
    this.#words[0] = (this.#count << CALL_BITS) | (calls.indexOf(call) + 1);
  }

  leave(): void {
    this.#words[0] = 0;
  }

  #start(): void {
    this.#isStarted = true;
    const { rank, peers } = this.#job;
    // Nobody to wait for.
    if (peers.length < 2) return;
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    const workerData: WatchdogSetup = { memory: this.#memory, calls, rank, peers };
    // Loaders and test runners put hooks into the arguments that a bare thread must not load.
    new Worker(programUrl("distributed/mpi/blocking-watchdog.js"), {
      workerData,
      stdin: false,
      execArgv: [],
    }).unref();
  }
}
