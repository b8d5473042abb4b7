// Fairness of promises to the event loop. On the cpu device results are often ready at once, and promises that settle at once never
// let timers, sockets or finalizers run. So when an event-loop turn has lasted for some milliseconds, promises of the runtime
// settle in the next turn. If too many promises wait, they settle at once, because each keeps its caller's objects alive.

import { processState } from "../../core/process-state.js";
import { inNextTurn } from "../../host/timers.js";

/** How long promises settle at once within one turn. */
const LONGEST_TURN_MS = 5;
/** The most promises that wait for the next turn. */
const MOST_WAITING = 4096;

const state = processState(() => ({
  turnedMs: performance.now(),
  waiting: [] as (() => void)[],
}));

/** Calls `settle` now, or in the next turn if this one has lasted too long. */
export function settleInTurn(settle: () => void): void {
  // Promises settle in order, so none settles at once while others wait.
  if (state.waiting.length === 0 && performance.now() - state.turnedMs < LONGEST_TURN_MS) settle();
  else {
    state.waiting.push(settle);
    if (state.waiting.length === 1) inNextTurn(turn);
    else if (state.waiting.length >= MOST_WAITING) settleAll();
  }
}

/** A promise for a value that is known already. It settles now, or in the next turn if this one has lasted too long. */
export function promiseInTurn<T>(value: T): Promise<T> {
  if (state.waiting.length === 0 && performance.now() - state.turnedMs < LONGEST_TURN_MS)
    return Promise.resolve(value);
  return new Promise((resolve) => settleInTurn(() => resolve(value)));
}

function turn(): void {
  state.turnedMs = performance.now();
  settleAll();
}

function settleAll(): void {
  for (const settle of state.waiting.splice(0)) settle();
}
