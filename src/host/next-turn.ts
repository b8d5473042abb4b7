// Long work on the event loop goes in pieces, with a turn of the loop after each: timers fire, sockets are served.

import { inNextTurn } from "./timers.js";

/** Settles in the next turn of the event loop, after what is waiting for this one. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    inNextTurn(resolve);
  });
}
