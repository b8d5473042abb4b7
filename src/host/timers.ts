// Callbacks in later event-loop turns.

import * as node from "./node/timers.js";

export interface Timers {
  /** Calls `run` in the next event-loop turn. */
  inNextTurn(this: void, run: () => void): void;
  /** Calls `run` once. The timer does not keep the process alive. Returns a function that stops it. */
  laterUnheld(this: void, run: () => void, delayMs: number): () => void;
  /** Calls `run` periodically. The timer does not keep the process alive. Returns a function that stops it. */
  everyUnheld(this: void, run: () => void, periodMs: number): () => void;
}

export const { inNextTurn, laterUnheld, everyUnheld }: Timers = node;
