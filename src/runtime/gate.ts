// Where work waits before it reaches its device, in the order it was given, while something on the host is not ready: a
// module that is being compiled, data that another device still computes. So a backend sees ready modules only, and
// callers never block. One gate serves a device, all its streams together: that keeps every order there is between them.

import { CutsError } from "../core/errors.js";
import type { StreamCore } from "./stream-core.js";

/** The code of what `readySync` throws where only the event loop can take an obstacle away. */
export const CANNOT_BLOCK = "CUTS_CANNOT_BLOCK";

/** Something that work must wait for. */
export interface Obstacle {
  isReady(): boolean;
  /** Settles when it is out of the way; rejects when it will never be. */
  readonly ready: Promise<unknown>;
  /** Blocks until then; throws what `ready` rejects with. */
  readySync(): void;
}

/** A piece of work. */
export interface GatedWork {
  readonly stream: StreamCore;
  readonly obstacle: Obstacle | undefined;
  /** Hands it to the backend. What it throws stops the stream. */
  run(): void;
  /** Runs even on a stopped stream: somebody waits for it, or it gives something back. */
  readonly always: boolean;
}

export class Gate {
  #waiting: GatedWork[] = [];
  #isPumping = false;
  #isPerforming = false;

  /** True when work can go straight to the backend: nothing waits, or this is part of the work whose turn it is. */
  get isOpen(): boolean {
    return this.#waiting.length === 0 || this.#isPerforming;
  }

  add(work: GatedWork): void {
    // Whoever awaits the stream sees the error; until then it must not count as unhandled.
    work.obstacle?.ready.catch(() => {});
    this.#waiting.push(work);
    if (!this.#isPumping) void this.#pump();
  }

  /**
   * Hands all work over now, and blocks until what it waits for is ready.
   * @throws CutsError `CUTS_CANNOT_BLOCK` where nobody may block for that; the work waits on.
   */
  drainSync(): void {
    for (let work = this.#waiting[0]; work !== undefined; work = this.#waiting[0]) {
      let failure: unknown;
      try {
        work.obstacle?.readySync();
      } catch (error) {
        if (error instanceof CutsError && error.code === CANNOT_BLOCK) throw error;
        failure = error;
      }
      // Blocking may have let others hand it over.
      if (this.#waiting[0] !== work) continue;
      this.#waiting.shift();
      if (failure !== undefined) work.stream.fail(failure);
      this.#perform(work);
    }
  }

  /** Forgets all work; every stream of it fails with `error`. */
  clear(error: unknown): void {
    const dropped = this.#waiting;
    this.#waiting = [];
    for (const work of dropped) {
      work.stream.fail(error);
      this.#perform(work);
    }
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    for (let work = this.#waiting[0]; work !== undefined; work = this.#waiting[0]) {
      let failure: unknown;
      if (work.obstacle?.isReady() === false) {
        try {
          await work.obstacle.ready;
        } catch (error) {
          failure = error;
        }
        // drainSync or clear may have been here meanwhile.
        if (this.#waiting[0] !== work) continue;
      }
      this.#waiting.shift();
      if (failure !== undefined) work.stream.fail(failure);
      this.#perform(work);
    }
    this.#isPumping = false;
  }

  #perform(work: GatedWork): void {
    if (work.stream.failure !== undefined && !work.always) return;
    this.#isPerforming = true;
    try {
      work.run();
    } catch (error) {
      work.stream.fail(error);
    } finally {
      this.#isPerforming = false;
    }
  }
}
