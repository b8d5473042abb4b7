// The order of work on a device, as the runtime sees it: what a Stream shares with the memory, the modules and the
// events that refer to it, and what outlives the Stream itself. Work that fails takes its results with it and nothing
// else (failure.ts); whoever waits for the stream as a whole gets the first error of its work. A device and its streams
// know each other, so both are here; memory, code and graphs, which are made of them, are known by what streams ask of them.

import type { Allocation, Backend, BackendEvent, BackendStream, Work } from "../../backend/backend.js";
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

/** What goes on between turns of the event loop, and ends when the device is reset. */
export interface Abandonable {
  abandon(error: unknown): void;
}

/** What the runtime knows of a device beyond what users see. */
export interface DeviceCore extends Device {
  /** Opened at first use. */
  readonly backend: Backend;
  readonly queue: SubmissionQueue;
  readonly defaultStream: StreamCore;
  /** All streams that are open, the default one included. */
  readonly streams: Set<StreamCore>;
  readonly account: MemoryAccount;
  /** Long copies under way; a reset ends them. */
  readonly copies: Set<Abandonable>;
  /** Whether no work is under way or waits. */
  isIdle(): boolean;
}

/** Memory that work uses: a graph keeps it, and is ordered by it. */
export interface RecordedMemory extends Retainable {
  /** The work that is given to `stream` next uses it: it waits for what it must, and hears what is lost. */
  use(stream: StreamCore, mode: UseMode): void;
  /** Lets `stream` wait for the work of other streams that uses it. */
  order(stream: StreamCore, mode: "read" | "write"): void;
}

/** Code whose variables work uses; it may be compiled anew, and the variables move then. */
export interface RecordedCode {
  /** What is compiled; undefined until the first compilation is done. */
  readonly current: { readonly memory: RecordedMemory } | undefined;
  /** The work that is given to a stream next may use all its variables. */
  declareVariables(stream: StreamCore): void;
  /** Takes over what was compiled with this expression, now that it is ready. */
  adopt(expression: string | undefined, stream: StreamCore): unknown;
}

/** Memory for the arrays that a graph makes. */
export interface GraphMemory {
  /** Memory for one more array, retained for it; `isKept` tells whether the graph retains a piece already. */
  take(byteLength: number, isKept: (memory: RecordedMemory) => boolean): RecordedMemory;
}

/** Writes work down instead of having it done. */
export interface Recorder {
  /** Where arrays that are made meanwhile get their memory; undefined where each gets new one. */
  readonly memory: GraphMemory | undefined;
  /** Whether it keeps memory. */
  keeps(memory: RecordedMemory): boolean;
  /** The work that is recorded next uses memory. */
  uses(memory: RecordedMemory, mode: "read" | "write"): void;
}

/** How work is given. */
export interface SubmitOptions {
  /** Something on the host that it must wait for. */
  readonly after?: Obstacle | undefined;
  /** The module whose variables it reads or writes: a graph follows them when they move. */
  readonly build?: RecordedCode | undefined;
  /** What must stay until it is given to the device; a graph keeps it as long as it lives. */
  readonly retained?: Retainable | undefined;
  /** Whether errors name the line that gave it, where it is done later; launches of users' kernels always do. */
  readonly isNamed?: boolean | undefined;
}

/** Something to sleep on. */
const nobody = new Int32Array(new SharedArrayBuffer(4));

export class StreamCore implements BackendQueue {
  readonly device: DeviceCore;
  readonly backend: Backend;
  readonly backendStream: BackendStream;
  /** Errors of its work, for whoever waits for the stream. */
  readonly failures = new StreamFailures();
  /** What the work that is given next uses. */
  readonly work = new StreamWork(this.failures);
  /** New memory that its work uses first, or the host where it sees it: functions that are there, as every new array asks. */
  readonly allocate: { readonly [User in "work" | "host"]: (byteLength: number) => Allocation } = {
    work: (byteLength) => this.backend.allocate(byteLength, this.backendStream, "work"),
    host: (byteLength) => this.backend.allocate(byteLength, this.backendStream),
  };
  /** True once no more work may be given to it. */
  isClosed = false;
  /** Set where work is recorded as a graph instead of done. */
  readonly recording: Recorder | undefined = undefined;
  /** Where kernels report wrong values. */
  readonly faults = new FaultReports();
  /** A long copy from the host that was the last work it was given. */
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

  /** True when work can go straight to the backend. */
  get isClear(): boolean {
    if (this.#copy !== undefined) this.#waitForCopy();
    this.work.writeBackPendingCopies();
    return this.device.queue.isOpen;
  }

  /**
   * A copy that goes on between turns of the event loop is the last work of the stream now. Other streams do not wait for
   * it: it enters the submission queue when this stream is given more work.
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
   * Gives work to the device, with what was declared for it: now, or when what is before it, and what it must wait for,
   * lets it. `run` hands it to the backend together with its `Work`.
   */
  submit(run: (work: Work) => void, options: SubmitOptions = {}): void {
    const { after, retained, isNamed = false } = options;
    // Asked before the work is given: pending copies then are those of the work before.
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

  /** The same for work that does not go through the backend's verbs, such as that of a library: it asks by itself. */
  submitBeside(run: () => void, options?: SubmitOptions): void {
    this.submit((work) => {
      const lost = work.obstacle();
      if (lost === undefined) {
        run();
        work.done();
      } else work.fail(lost);
    }, options);
  }

  /** Does something in the order of the work, whatever became of that: it gives something back, or only orders. */
  inOrder(run: () => void): void {
    if (this.isClear) run();
    else this.device.queue.add({ obstacle: undefined, run, drop: run });
  }

  /** Lets all work given from now on wait for something on the host, whatever becomes of that. */
  waitForObstacle(obstacle: Obstacle): void {
    const nothing = (): void => {};
    this.device.queue.add({ obstacle, run: nothing, drop: nothing });
  }

  /** A promise for something of the backend, after all work given so far. */
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
      // Where the device is reset, what is lost by that has a line to tell.
      const drop = (error: unknown): void => {
        if (after?.isReady() === false) reject(error);
        else run(() => reject(error));
      };
      if (this.isClear && (after === undefined || after.isReady())) run(resolve);
      else this.device.queue.add({ obstacle: after, run: () => run(resolve), drop });
    });
  }

  /** The same, blocking. */
  observeSync(act: () => void, after?: Obstacle): void {
    this.#waitForCopy();
    this.work.writeBackPendingCopies();
    this.device.queue.drainSync();
    after?.readySync();
    act();
  }

  /** Settles when all work given so far is over; rejects with the first error of it that nobody had got before. */
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

  /** Waits for all work given so far, so that its failures are known, which nobody has seen by that. */
  async settle(): Promise<void> {
    const due = this.faults.due();
    try {
      await this.observe(() => this.backend.synchronize(this.backendStream));
      await readReports(due, this);
    } catch (error) {
      this.failures.add(new Failure(error, nextMoment(), undefined));
    }
  }

  /** The same without a turn of the event loop; false where the work is not over at this time of `performance.now()`. */
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

  /** Whether all work is over that the device has of it. */
  isIdle(): boolean {
    const end = this.backend.record(this.backendStream);
    const isDone = end.isDone();
    end.dispose();
    return isDone;
  }

  /** Blocks until all work given so far is over, whatever became of it. */
  settleSync(): void {
    this.observeSync(() => this.backend.synchronizeSync(this.backendStream));
  }

  /** Whether it is closed and all its work is over: nobody needs to wait for it any more. */
  get isOver(): boolean {
    this.#isOver ||= this.#end?.isDone() === true;
    return this.#isOver;
  }

  /** Lets work given from now on wait for all work given to `other` so far. Both are streams of one device. */
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

  /** Ends the stream after the work it has; whoever must wait for that work still can. */
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

  /** So that others can wait for the work; where there is no room for an event, it is waited for here. */
  #markEnd(): void {
    try {
      this.#end = this.backend.record(this.backendStream);
      openLifetime(new StreamEnd(this.#end), this);
    } catch {
      this.#isOver = true;
      try {
        this.backend.synchronizeSync(this.backendStream);
      } catch {
        // The device is broken, or the work was stopped: nothing of it goes on.
      }
    }
  }
}

/** The end of a closed stream's work, which whoever still knows the stream may wait for. */
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
