// The queue of work that cannot be handed to its device yet, because something on the host is not ready: a module is being
// compiled, or another device still computes the data. Backends thus get only work that can run, and callers do not block, unless
// they submit too much within one event-loop turn. A device has one queue for all its streams, which keeps every order among them.

import { CutsError } from "../../core/errors.js";
import { inNextTurn } from "../../host/timers.js";

/** The code of the error that `readySync` throws if only the event loop can make an obstacle ready, so that blocking would never end. */
export const CANNOT_BLOCK = "CUTS_CANNOT_BLOCK";

/** How many works may be added in one event-loop turn before the caller has to wait for the obstacles. */
const MAX_IN_TURN = 10_000;

/** Something on the host that work must wait for. */
export interface Obstacle {
  isReady(): boolean;
  /** Settles when it is ready; rejects when it never will be. */
  readonly ready: Promise<unknown>;
  /** Blocks until it is ready; throws what `ready` rejects with. */
  readySync(): void;
}

/** One piece of work in the queue. */
export interface QueuedWork {
  readonly obstacle: Obstacle | undefined;
  /** Hands it to the backend. It must not throw: errors go to the work that needs the result. */
  run(): void;
  /** Called instead of `run` when its obstacle failed or the device was reset. */
  drop(error: unknown): void;
}

export class SubmissionQueue {
  #waiting: QueuedWork[] = [];
  #isPumping = false;
  #isPerforming = false;
  #isTurnCounted = false;
  #addedInTurn = 0;
  #bytesInTurn = 0;
  /** How many works were ever added. */
  #added = 0;

  /** A position in the queue: everything added so far is before it. */
  get mark(): number {
    return this.#added;
  }

  /** True when work can go directly to the backend: nothing waits, or the caller is the work that is being handed over. */
  get isOpen(): boolean {
    return this.#waiting.length === 0 || this.#isPerforming;
  }

  /** Whether nothing waits and nothing is being handed over, so that something to be done after all work can be done now. */
  get isIdle(): boolean {
    return this.#waiting.length === 0 && !this.#isPerforming;
  }

  /**
   * Does something after all work added so far, or now if none waits. Memory is freed this way, because a garbage collection
   * may free it at any time, even while work that uses it is being handed over. `byteLength` is how much memory waits for it.
   */
  after(run: () => void, byteLength: number): void {
    if (this.isIdle) {
      run();
      return;
    }
    this.add({ obstacle: undefined, run, drop: run });
    this.#countTurn();
    this.#bytesInTurn += byteLength;
  }

  add(work: QueuedWork): void {
    // Work that needs the result gets the error; until then it must not count as an unhandled rejection.
    work.obstacle?.ready.catch(() => {});
    this.#waiting.push(work);
    this.#added++;
    // Work that is added while other work is handed over comes after that.
    if (!this.#isPumping && !this.#isPerforming) void this.#pump();
  }

  /**
   * The same for work that a loop may add without returning to the event loop: after many additions the call blocks until some work
   * is handed over.
   */
  addPaced(work: QueuedWork): void {
    this.add(work);
    this.#countTurn();
    if (++this.#addedInTurn % MAX_IN_TURN === 0) this.tryDrain();
  }

  /** Blocks for obstacles if more than `mostBytes` were freed in this event-loop turn and still wait behind them. */
  makeRoom(mostBytes: number): void {
    if (this.#bytesInTurn <= mostBytes) return;
    this.#bytesInTurn = 0;
    this.tryDrain();
  }

  #countTurn(): void {
    if (this.#isTurnCounted) return;
    this.#isTurnCounted = true;
    inNextTurn(() => {
      this.#isTurnCounted = false;
      this.#addedInTurn = 0;
      this.#bytesInTurn = 0;
    });
  }

  /** Hands over all work whose obstacles can become ready without the event loop; blocks for them. */
  tryDrain(): void {
    if (this.#isPerforming) return;
    try {
      this.drainSync();
    } catch (error) {
      if (!(error instanceof CutsError && error.code === CANNOT_BLOCK)) throw error;
    }
  }

  /**
   * Hands over all work, or all before `mark`, and blocks until its obstacles are ready.
   * @throws CutsError `CUTS_CANNOT_BLOCK` if only the event loop can make one ready; the work stays in the queue.
   */
  drainSync(mark = Number.POSITIVE_INFINITY): void {
    for (let work = this.#waiting[0]; work !== undefined; work = this.#waiting[0]) {
      if (this.#added - this.#waiting.length >= mark) return;
      let failure: { readonly error: unknown } | undefined;
      try {
        work.obstacle?.readySync();
      } catch (error) {
        if (error instanceof CutsError && error.code === CANNOT_BLOCK) throw error;
        failure = { error };
      }
      // While this blocked, others may have handed it over.
      if (this.#waiting[0] !== work) continue;
      this.#waiting.shift();
      this.#perform(work, failure);
    }
  }

  /** Drops all work; it fails with `error`. */
  clear(error: unknown): void {
    const dropped = this.#waiting;
    this.#waiting = [];
    for (const work of dropped) this.#perform(work, { error });
    if (this.#waiting.length > 0 && !this.#isPumping) void this.#pump();
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    for (let work = this.#waiting[0]; work !== undefined; work = this.#waiting[0]) {
      let failure: { readonly error: unknown } | undefined;
      if (work.obstacle?.isReady() === false) {
        try {
          await work.obstacle.ready;
        } catch (error) {
          failure = { error };
        }
        // drainSync() or clear() may have removed it in the meantime.
        if (this.#waiting[0] !== work) continue;
      }
      this.#waiting.shift();
      this.#perform(work, failure);
    }
    this.#isPumping = false;
  }

  #perform(work: QueuedWork, failure: { readonly error: unknown } | undefined): void {
    this.#isPerforming = true;
    try {
      if (failure === undefined) work.run();
      else work.drop(failure.error);
    } catch (error) {
      // No caller can receive this error, and later work must continue.
      queueMicrotask(() => {
        throw error;
      });
    } finally {
      this.#isPerforming = false;
    }
  }
}
