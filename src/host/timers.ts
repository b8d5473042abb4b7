// What is done later on the event loop.

import * as node from "./node/timers.js";

export interface Timers {
  /** Runs in the next turn of the event loop, after what is waiting for this one. */
  inNextTurn(this: void, run: () => void): void;
  /** Runs once; the timer keeps no process alive. Returns what stops it. */
  laterUnheld(this: void, run: () => void, delayMs: number): () => void;
  /** Runs again and again; the timer keeps no process alive. Returns what stops it. */
  everyUnheld(this: void, run: () => void, periodMs: number): () => void;
}

export const { inNextTurn, laterUnheld, everyUnheld }: Timers = node;
