// Where work waits before it reaches its device, in the order it was given, while something on the host is not ready: a
// module that is being compiled, data that another device still computes. So a backend sees ready modules only, and
// callers do not block, unless they give more than fits into memory without a turn of the event loop, which alone could make
// things ready. A device has one queue for all its streams, so that every order between them is kept.

import { CutsError } from "../../core/errors.js";

/** The code of what `readySync` throws where only the event loop can take an obstacle away. */
export const CANNOT_BLOCK = "CUTS_CANNOT_BLOCK";

/** How much work may be added in one turn of the event loop before the caller is made to wait for what is not ready. */
const MAX_IN_TURN = 10_000;

// That of the process, whatever a test puts in its place later.
const inNextTurn = setImmediate;

/** Something that work must wait for. */
export interface Obstacle {
  isReady(): boolean;
  /** Settles when it is out of the way; rejects when it will never be. */
  readonly ready: Promise<unknown>;
  /** Blocks until then; throws what `ready` rejects with. */
  readySync(): void;
}

/** A piece of work. */
export interface QueuedWork {
  readonly obstacle: Obstacle | undefined;
  /** Hands it to the backend. It must not throw: errors are for those who need the work. */
  run(): void;
  /** It will never be done: what it waits for failed, or the device was reset. */
  drop(error: unknown): void;
}

export class SubmissionQueue {
  #waiting: QueuedWork[] = [];
  #isPumping = false;
  #isPerforming = false;
  #isTurnCounted = false;
  #addedInTurn = 0;
  #bytesInTurn = 0;
  /** How much work was ever added. */
  #added = 0;

  /** A place in the order of the work: all that was added so far is before it. */
  get mark(): number {
    return this.#added;
  }

  /** True when work can go straight to the backend: nothing waits, or this is part of the work whose turn it is. */
  get isOpen(): boolean {
    return this.#waiting.length === 0 || this.#isPerforming;
  }

  /** Whether nothing waits, and no work is being handed over: what comes after all work can be done now. */
  get isIdle(): boolean {
    return this.#waiting.length === 0 && !this.#isPerforming;
  }

  /**
   * Does something after all work given so far: now, where none waits. What is given back is: a collection of garbage may
   * find it at any time, also in the midst of handing work over that uses it. `byteLength` is how much memory waits for it.
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
    // Whoever needs the work sees the error; until then it must not count as unhandled.
    work.obstacle?.ready.catch(() => {});
    this.#waiting.push(work);
    this.#added++;
    // What is added while work is handed over comes after it.
    if (!this.#isPumping && !this.#isPerforming) void this.#pump();
  }

  /** The same for work of a loop, which may go on and on without a turn of the event loop: now and then it waits here. */
  addPaced(work: QueuedWork): void {
    this.add(work);
    this.#countTurn();
    if (++this.#addedInTurn % MAX_IN_TURN === 0) this.tryDrain();
  }

  /** Waits for what is not ready where more than `mostBytes` wait behind it that were freed without a turn of the event loop. */
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

  /** Hands all work over that does not need the event loop for it. */
  tryDrain(): void {
    if (this.#isPerforming) return;
    try {
      this.drainSync();
    } catch (error) {
      if (!(error instanceof CutsError && error.code === CANNOT_BLOCK)) throw error;
    }
  }

  /**
   * Hands all work over now, or all before a place, and blocks until what it waits for is ready.
   * @throws CutsError `CUTS_CANNOT_BLOCK` where nobody may block for that; the work waits on.
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
      // Blocking may have let others hand it over.
      if (this.#waiting[0] !== work) continue;
      this.#waiting.shift();
      this.#perform(work, failure);
    }
  }

  /** Forgets all work; it fails with `error`. */
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
        // drainSync or clear may have been here meanwhile.
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
      // Nobody can be told, and work behind it must go on.
      queueMicrotask(() => {
        throw error;
      });
    } finally {
      this.#isPerforming = false;
    }
  }
}
