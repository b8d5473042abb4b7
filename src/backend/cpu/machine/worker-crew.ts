// One set of worker threads with the control words and the memory that are theirs. A crew is ended as a whole when one
// of its jobs must be stopped; what its threads still do in their last moment reaches only words and memory of this crew.

import type { MessagePort, Worker } from "node:worker_threads";
import { programUrl } from "../../../core/package-files.js";
import { STACK_BYTES } from "../simt/abi.js";
import { CONTROL } from "./control.js";
import type { ModuleImage } from "./instance.js";
import { JobRing } from "./job-ring.js";
import type { LinearMemory } from "./linear-memory.js";
import type { FromWorker, ToWorker, WorkerSetup } from "./worker.js";

// Slow to load, and importing CuTS starts no worker.
const threads = () => process.getBuiltinModule("node:worker_threads");

/** What a crew needs of its pool. */
export interface CrewHost {
  readonly memory: LinearMemory;
  /** Words of the heap of device code. */
  readonly heapWords: Int32Array;
  /** A worker has posted what belongs to a result. */
  receive(message: Exclude<FromWorker, { kind: "ended" }>): void;
  /** The event loop has brought word that a job has ended. */
  ended(): void;
  /** A worker has died. */
  crashed(message: string): void;
}

interface Region {
  readonly address: number;
  readonly byteLength: number;
}

export class WorkerCrew {
  readonly ring: JobRing;
  readonly #host: CrewHost;
  readonly #workers: Worker[] = [];
  readonly #ports: MessagePort[] = [];
  /** Memory that is given back when the threads have ended. */
  readonly #stacks: Region;
  #scratch: Region | undefined;
  #grid: Region | undefined;
  #messagesRead = 0;

  constructor(host: CrewHost, size: number, images: ReadonlyMap<number, ModuleImage>) {
    this.#host = host;
    this.ring = new JobRing(size);
    this.#stacks = this.#allocate(size * STACK_BYTES);
    for (let index = 0; index < size; index++) this.#spawn(index, size);
    for (const [id, image] of images) this.post({ kind: "module", id, image });
  }

  /** Posts to all workers; they read it before their next job. */
  post(message: ToWorker): void {
    for (const port of this.#ports) port.postMessage(message);
    Atomics.add(this.ring.control, CONTROL.messages, 1);
  }

  /** Reads what the workers have posted and the results depend on. */
  drain(): void {
    if (Atomics.load(this.ring.control, CONTROL.posted) === this.#messagesRead) return;
    const { receiveMessageOnPort } = threads();
    for (const port of this.#ports) {
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
        this.#read(next.message as FromWorker);
      }
    }
  }

  /** True when every worker has this much memory for running blocks. */
  hasScratch(byteLength: number): boolean {
    return this.#scratch !== undefined && this.#scratch.byteLength >= byteLength * this.#workers.length;
  }

  /** Gives every worker this much memory; no job may be under way. */
  reserveScratch(byteLength: number): void {
    const rounded = Math.max(4096, 2 ** Math.ceil(Math.log2(byteLength)));
    this.#scratch = this.#replace(this.#scratch, rounded * this.#workers.length);
    const { address } = this.#scratch;
    this.#workers.forEach((_, i) => {
      this.ring.control[CONTROL.scratch + i] = address + i * rounded;
    });
  }

  /** Where the blocks of a cooperative launch have their memory, if there is enough. */
  grid(byteLength: number): number | undefined {
    return this.#grid && this.#grid.byteLength >= byteLength ? this.#grid.address : undefined;
  }

  /** Reserves memory for the blocks of a cooperative launch; no job may be under way. */
  reserveGrid(byteLength: number): void {
    this.#grid = this.#replace(this.#grid, byteLength);
  }

  /** Keeps the process alive, or no longer. */
  keepAlive(isWanted: boolean): void {
    // One is enough.
    const [port] = this.#ports;
    if (isWanted) port?.ref();
    else port?.unref();
  }

  /** Ends the threads; their memory is given back when they are gone. */
  end(): void {
    const { memory } = this.#host;
    const regions = [this.#stacks, this.#scratch, this.#grid];
    for (const port of this.#ports) port.close();
    void Promise.all(this.#workers.map((worker) => worker.terminate())).then(() => {
      for (const region of regions) if (region) memory.free(region.address);
    });
  }

  #spawn(index: number, size: number): void {
    const { MessageChannel, Worker } = threads();
    const { port1, port2 } = new MessageChannel();
    const setup: WorkerSetup = {
      index,
      workers: size,
      control: this.ring.control,
      heapWords: this.#host.heapWords,
      memory: this.#host.memory.memory,
      stackTop: this.#stacks.address + (index + 1) * STACK_BYTES,
      port: port2,
    };
    const worker = new Worker(programUrl("backend/cpu/machine/worker.js"), {
      workerData: setup,
      transferList: [port2],
      stdin: false,
      // Test runners and loaders put hooks here that a bare worker must not load.
      execArgv: [],
    });
    worker.unref();
    worker.on("error", (error) => this.#host.crashed(String(error)));
    port1.on("message", (message: FromWorker) => {
      this.#read(message);
      if (message.kind === "ended") this.#host.ended();
    });
    port1.unref();
    this.#workers.push(worker);
    this.#ports.push(port1);
  }

  #read(message: FromWorker): void {
    if (message.kind === "ended") {
      this.ring.heard();
      return;
    }
    this.#messagesRead = (this.#messagesRead + 1) | 0;
    this.#host.receive(message);
  }

  #replace(old: Region | undefined, byteLength: number): Region {
    if (old) this.#host.memory.free(old.address);
    return this.#allocate(byteLength);
  }

  #allocate(byteLength: number): Region {
    return { address: this.#host.memory.allocate(byteLength), byteLength };
  }
}
