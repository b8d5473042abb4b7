// The order of work on a device, as the runtime sees it: what a Stream shares with the memory, the modules and the
// events that refer to it, and what outlives the Stream itself. Work that fails takes its results with it and nothing
// else (failure.ts); whoever waits for the stream as a whole gets the first error of its work.

import type { Backend, BackendEvent, BackendStream, Work } from "../backend/backend.js";
import { closeLifetime, Lifetime, openLifetime } from "../core/garbage.js";
import type { DeviceCore } from "./device.js";
import { look } from "./doubt.js";
import { Failure, nextMoment, StreamFailures } from "./failure.js";
import { FaultReports } from "./fault-report.js";
import type { Obstacle } from "./gate.js";
import type { ModuleBuild } from "./module-build.js";
import type { Hold, Recording } from "./recording.js";
import { StreamWork } from "./stream-work.js";
import { settleInTurn } from "./turn.js";
import { UserLine } from "./user-line.js";

/** How work is given. */
export interface SubmitOptions {
  /** Something on the host that it must wait for. */
  readonly after?: Obstacle | undefined;
  /** The module whose variables it reads or writes: a graph follows them when they move. */
  readonly build?: ModuleBuild | undefined;
  /** What must stay until it is given to the device; a graph keeps it as long as it lives. */
  readonly holds?: Hold | undefined;
  /** Whether errors name the line that gave it, where it is done later; launches of users' kernels always do. */
  readonly isNamed?: boolean | undefined;
}

export class StreamCore {
  readonly device: DeviceCore;
  readonly backend: Backend;
  readonly backendStream: BackendStream;
  /** What the work that is given next uses. */
  readonly work = new StreamWork(this);
  /** Errors of its work, for whoever waits for the stream. */
  readonly failures = new StreamFailures();
  /** True once no more work may be given to it. */
  isClosed = false;
  /** Set where work is recorded as a graph instead of done. */
  readonly recording: Recording | undefined = undefined;
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
    return this.device.gate.isOpen;
  }

  /**
   * A copy that goes on between turns of the event loop is the last work of the stream now. Other streams do not wait for
   * it: it comes into the gate when this one is given more.
   */
  beginCopy(copy: Obstacle): void {
    this.#copy = copy;
  }

  #waitForCopy(): void {
    const copy = this.#copy;
    this.#copy = undefined;
    if (copy?.isReady() === false) this.holdBack(copy);
  }

  /**
   * Gives work to the device, with what was declared for it: now, or when what is before it, and what it must wait for,
   * lets it. `run` hands it to the backend together with its `Work`.
   */
  submit(run: (work: Work) => void, options: SubmitOptions = {}): void {
    const { after, holds, isNamed = false } = options;
    const work = this.work.given();
    if (this.isClear && (after === undefined || after.isReady())) {
      run(work);
      return;
    }
    holds?.claim();
    const kept = work.keep(isNamed ? new UserLine() : undefined);
    const end = (): void => holds?.release();
    this.device.gate.addPaced({
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
      const loss = work.obstacle();
      if (loss === undefined) {
        run();
        work.done();
      } else work.fail(loss);
    }, options);
  }

  /** Does something in the order of the work, whatever became of that: it gives something back, or only orders. */
  inOrder(run: () => void): void {
    if (this.isClear) run();
    else this.device.gate.add({ obstacle: undefined, run, drop: run });
  }

  /** Lets all work given from now on wait for something on the host, whatever becomes of that. */
  holdBack(obstacle: Obstacle): void {
    const nothing = (): void => {};
    this.device.gate.add({ obstacle, run: nothing, drop: nothing });
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
      else this.device.gate.add({ obstacle: after, run: () => run(resolve), drop });
    });
  }

  /** The same, blocking. */
  observeSync(act: () => void, after?: Obstacle): void {
    this.#waitForCopy();
    this.device.gate.drainSync();
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
      await look(due, this);
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
    for (const { report } of this.faults.due()) report.lookSync();
    const error = this.failures.take(askedAt);
    if (error !== undefined) throw error;
  }

  /** Waits for all work given so far, so that its failures are known, which nobody has seen by that. */
  async settle(): Promise<void> {
    const due = this.faults.due();
    try {
      await this.observe(() => this.backend.synchronize(this.backendStream));
      await look(due, this);
    } catch (error) {
      this.failures.add(new Failure(error, nextMoment(), undefined));
    }
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
    this.device.gate.after(() => {
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
