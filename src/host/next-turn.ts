// Waiting for the next event-loop turn. Long work is split into pieces with a turn after each, so that timers fire and sockets are
// served.

import { inNextTurn } from "./timers.js";

/** Settles in the next event-loop turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    inNextTurn(resolve);
  });
}
