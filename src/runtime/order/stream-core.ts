// The order of work on a device, as the rest of the runtime sees it. A StreamCore outlives the user's Stream, because memory,
// modules and events refer to it. DeviceCore and StreamCore refer to each other, so both are declared here, with the interfaces
// of memory, code and recordings that streams need. A failure affects only the results of its own work (failures/failure.ts).

import type { Allocation, Backend, BackendEvent, BackendStream, Work } from "../../backend/backend.js";
import type { BackendProvider } from "../../backend/provider.js";
import { closeLifetime, Lifetime, openLifetime } from "../../host/garbage.js";
import type { BackendQueue } from "../devices/backend-queue.js";
import type { Device } from "../devices/device.js";
import { readReports } from "../failures/deferred-errors.js";
import { Failure, nextMoment, StreamFailures } from "../failures/failure.js";
import { FaultReports } from "../failures/fault-reports.js";
import type { SubmissionQueue, Obstacle } from "./submission-queue.js";
import type { Retainable } from "../../core/retainable.js";
import type { MemoryAccount } from "../memory/memory-account.js";
import { StreamWork, type UseMode } from "./stream-work.js";
import { settleInTurn } from "./event-loop-turn.js";
import { UserLine } from "../failures/user-line.js";

/** Something that continues across event-loop turns and ends when the device is reset. */
export interface Abandonable {
  abandon(error: unknown): void;
}

/** A device with what only the runtime uses. */
export interface DeviceCore extends Device {
  /**
   * The kind of its backend (`BackendProvider.kind`). Operators of users choose an implementation by it; nothing else may compare
   * it.
   */
  readonly kind: string;
  readonly provider: BackendProvider;
  /** Opened at first use. */
  readonly backend: Backend;
  readonly queue: SubmissionQueue;
  readonly defaultStream: StreamCore;
  /** All streams that are open, the default one included. */
  readonly streams: Set<StreamCore>;
  readonly account: MemoryAccount;
  /** Long copies from the host that are under way; a reset ends them. */
  readonly copies: Set<Abandonable>;
  /** Whether no work is under way or waiting. */
  isIdle(): boolean;
}

/** Memory that work uses: a graph retains it, and is ordered with other work on it. */
export interface RecordedMemory extends Retainable {
  /** Declares that the next work of `stream` uses it: that work waits for earlier work on it, and fails if it is lost. */
  use(stream: StreamCore, mode: UseMode): void;
  /** Makes `stream` wait for the work of other streams on it. */
  order(stream: StreamCore, mode: "read" | "write"): void;
}

/** Code whose variables work uses. When it is recompiled, the variables get new addresses. */
export interface RecordedCode {
  /** The newest compiled version; undefined until the first compilation is done. */
  readonly current: { readonly memory: RecordedMemory } | undefined;
  /** Declares that the next work of `stream` may use all its variables. */
  declareVariables(stream: StreamCore): void;
  /** Makes the compilation with this expression, which is ready, the current version. */
  adopt(expression: string | undefined, stream: StreamCore): unknown;
}

/** Memory for the arrays that a graph makes. */
export interface GraphMemory {
  /** Memory for one more array, retained for it; `isKept` tells whether the graph retains a piece already. */
  take(byteLength: number, isKept: (memory: RecordedMemory) => boolean): RecordedMemory;
}

/** Records work instead of submitting it. */
export interface Recorder {
  /** Where arrays made during the recording get their memory; undefined if each gets new memory. */
  readonly memory: GraphMemory | undefined;
  /** Whether it retains this memory. */
  keeps(memory: RecordedMemory): boolean;
  /** Declares that the next recorded work uses memory. */
  uses(memory: RecordedMemory, mode: "read" | "write"): void;
}

/** How work is submitted. */
export interface SubmitOptions {
  /** An obstacle on the host that it must wait for. */
  readonly after?: Obstacle | undefined;
  /** The module whose variables it uses: a graph is made again when they get new addresses. */
  readonly build?: RecordedCode | undefined;
  /** What is retained until the device has the work, or by a graph as long as the graph lives. */
  readonly retained?: Retainable | undefined;
  /** Whether an error names the user's line even if the work is handed over later; launches of users' kernels always do. */
  readonly isNamed?: boolean | undefined;
}

/** A word that nothing notifies, so waiting for it with a timeout is a sleep. */
const nobody = new Int32Array(new SharedArrayBuffer(4));

export class StreamCore implements BackendQueue {
  readonly device: DeviceCore;
  readonly backend: Backend;
  readonly backendStream: BackendStream;
  /** Errors of its work, for those who wait for the stream. */
  readonly failures = new StreamFailures();
  /** What the next work uses. */
  readonly work = new StreamWork(this.failures);
  /** Allocates memory for first use by its work, or by the host. These are properties, so that a new array makes no closure. */
  readonly allocate: { readonly [User in "work" | "host"]: (byteLength: number) => Allocation } = {
    work: (byteLength) => this.backend.allocate(byteLength, this.backendStream, "work"),
    host: (byteLength) => this.backend.allocate(byteLength, this.backendStream),
  };
  /** True once it accepts no more work. */
  isClosed = false;
  /** Set where work is recorded as a graph instead of submitted. */
  readonly recording: Recorder | undefined = undefined;
  /** Where kernels report wrong values. */
  readonly faults = new FaultReports();
  /** A long copy from the host, if that is the last work of the stream. */
  #copy: Obstacle | undefined;
  /** The end of a closed stream's work. */
  #end: BackendEvent | undefined;
  /** Whether all work of a closed stream is over. */
  #isOver = false;

  constructor(device: DeviceCore, backend: Backend, backendStream: BackendStream) {
    this.device = device;
    this.backend = backend;
    this.backendStream = backendStream;
  }

  /** True when work can go directly to the backend: nothing before it waits on the host. */
  get isClear(): boolean {
    if (this.#copy !== undefined) this.#waitForCopy();
    this.work.writeBackPendingCopies();
    return this.device.queue.isOpen;
  }

  /**
   * Makes a copy that continues across event-loop turns the last work of the stream. Other streams do not wait for it: it
   * enters the submission queue when this stream gets more work.
   */
  beginCopy(copy: Obstacle): void {
    this.#copy = copy;
  }

  #waitForCopy(): void {
    const copy = this.#copy;
    this.#copy = undefined;
    if (copy?.isReady() === false) this.waitForObstacle(copy);
  }

  /**
   * Submits work that uses what was declared: now, or after the work before it and its own obstacle. `run` hands it to the
   * backend together with its `Work`.
   */
  submit(run: (work: Work) => void, options: SubmitOptions = {}): void {
    const { after, retained, isNamed = false } = options;
    // Read `isClear` first, because it writes back the pending copies of earlier work.
    const { isClear } = this;
    const work = this.work.given();
    if (isClear && (after === undefined || after.isReady())) {
      run(work);
      return;
    }
    retained?.retain();
    const kept = work.keep(isNamed ? new UserLine() : undefined);
    const end = (): void => retained?.release();
    this.device.queue.addPaced({
      obstacle: after,
      run: () => {
        try {
          run(kept);
        } catch (error) {
          this.backend.fail(error, this.backendStream, kept);
        } finally {
          end();
        }
      },
      drop: (error) => {
        this.backend.fail(error, this.backendStream, kept);
        end();
      },
    });
  }

  /** The same for work that calls a library instead of the backend: whether its memory is lost is checked here. */
  submitBeside(run: () => void, options?: SubmitOptions): void {
    this.submit((work) => {
      const lost = work.obstacle();
      if (lost === undefined) {
        run();
        work.done();
      } else work.fail(lost);
    }, options);
  }

  /** Runs something after the work before it, even if that failed: it frees or orders, and uses no results. */
  inOrder(run: () => void): void {
    if (this.isClear) run();
    else this.device.queue.add({ obstacle: undefined, run, drop: run });
  }

  /** Makes all later work wait for an obstacle, even if the obstacle fails. */
  waitForObstacle(obstacle: Obstacle): void {
    const nothing = (): void => {};
    this.device.queue.add({ obstacle, run: nothing, drop: nothing });
  }

  /** Starts something of the backend after all work submitted so far, and settles with it. */
  observe(start: () => Promise<void>, after?: Obstacle): Promise<void> {
    return new Promise((succeed, fail) => {
      const resolve = (): void => settleInTurn(succeed);
      const reject = (error: unknown): void => settleInTurn(() => fail(error));
      const run = (over: () => void): void => {
        try {
          start().then(over, reject);
        } catch (error) {
          reject(error);
        }
      };
      // After a reset `start` still runs, because lost memory has the better error.
      const drop = (error: unknown): void => {
        if (after?.isReady() === false) reject(error);
        else run(() => reject(error));
      };
      if (this.isClear && (after === undefined || after.isReady())) run(resolve);
      else this.device.queue.add({ obstacle: after, run: () => run(resolve), drop });
    });
  }

  /** The same as {@link observe}, blocking. */
  observeSync(act: () => void, after?: Obstacle): void {
    this.#waitForCopy();
    this.work.writeBackPendingCopies();
    this.device.queue.drainSync();
    after?.readySync();
    act();
  }

  /** Settles when all work submitted so far is over; rejects with the first of its errors that nobody received before. */
  async done(): Promise<void> {
    const askedAt = nextMoment();
    const due = this.faults.due();
    let end: { readonly reason: unknown } | undefined;
    try {
      await this.observe(() => this.backend.synchronize(this.backendStream));
      await readReports(due, this);
      this.faults.dropRead();
    } catch (reason) {
      end = { reason };
    }
    const error = this.failures.take(askedAt);
    if (error !== undefined) throw error;
    if (end !== undefined) throw end.reason;
  }

  doneSync(): void {
    const askedAt = nextMoment();
    this.settleSync();
    for (const { report } of this.faults.due()) report.readSync();
    const error = this.failures.take(askedAt);
    if (error !== undefined) throw error;
  }

  /** Waits for all work submitted so far, so that its failures are known. It does not count as receiving them. */
  async settle(): Promise<void> {
    const due = this.faults.due();
    try {
      await this.observe(() => this.backend.synchronize(this.backendStream));
      await readReports(due, this);
    } catch (error) {
      this.failures.add(new Failure(error, nextMoment(), undefined));
    }
  }

  /** The same, blocking; false if work is not over by `deadlineMs` of `performance.now()`. */
  settleNow(deadlineMs: number): boolean {
    try {
      while (!this.isIdle()) {
        if (performance.now() >= deadlineMs) return false;
        Atomics.wait(nobody, 0, 0, 1);
      }
      for (const { report } of this.faults.due()) report.readSync();
    } catch (error) {
      this.failures.add(new Failure(error, nextMoment(), undefined));
    }
    return true;
  }

  /** Whether all of its work that the device has is over. */
  isIdle(): boolean {
    const end = this.backend.record(this.backendStream);
    const isDone = end.isDone();
    end.dispose();
    return isDone;
  }

  /** Blocks until all work submitted so far is over, whether or not it failed. */
  settleSync(): void {
    this.observeSync(() => this.backend.synchronizeSync(this.backendStream));
  }

  /** Whether it is closed and all its work is over, so that nothing needs to wait for it. */
  get isOver(): boolean {
    this.#isOver ||= this.#end?.isDone() === true;
    return this.#isOver;
  }

  /** Makes later work wait for all work submitted to `other` so far. Both are streams of one device. */
  waitForStream(other: StreamCore): void {
    if (other === this) return;
    other.#waitForCopy();
    other.work.writeBackPendingCopies();
    this.inOrder(() => {
      if (other.#isOver) return;
      const event = other.#end ?? this.backend.record(other.backendStream);
      this.backend.waitFor(event, this.backendStream);
      if (event !== other.#end) event.dispose();
    });
  }

  /** Closes the stream after the work that it has. Others can still wait for that work. */
  close(): void {
    this.isClosed = true;
    this.#waitForCopy();
    this.work.writeBackPendingCopies();
    this.device.queue.after(() => {
      this.#markEnd();
      this.faults.forget();
      this.backend.destroyStream(this.backendStream);
      this.device.streams.delete(this);
    }, 0);
  }

  /** Records the end of the work for others to wait for. If no event can be made, this blocks until the work is over. */
  #markEnd(): void {
    try {
      this.#end = this.backend.record(this.backendStream);
      openLifetime(new StreamEnd(this.#end), this);
    } catch {
      this.#isOver = true;
      try {
        this.backend.synchronizeSync(this.backendStream);
      } catch {
        // The device is broken or was stopped, so none of its work continues.
      }
    }
  }
}

/** Frees the event at the end of a closed stream when nothing refers to the stream any more. */
class StreamEnd extends Lifetime {
  override readonly nativeBytes = 4096;
  readonly #event: BackendEvent;

  constructor(event: BackendEvent) {
    super();
    this.#event = event;
  }

  override ownerIsGone(): void {
    closeLifetime(this);
    this.#event.dispose();
  }
}
