// The end of a process while native code may still call a registered callback. When a process ends by itself, Node takes its
// side of callbacks apart and then unloads; a thread that goes on calling crashes the process. `process.exit()` takes nothing
// apart: such a call waits, and ends with the process. So a process with live callbacks ends that way, after all listeners.

import { isMainThread } from "./main-thread.js";

let isWatching = false;

/** From now on the process ends in place where `hasCallbacks` says so. Threads of Node are not watched: they end otherwise. */
export function endInPlace(hasCallbacks: () => boolean): void {
  if (isWatching || !isMainThread()) return;
  isWatching = true;
  const leave = (): void => {
    // With the exit code that is set by now.
    if (hasCallbacks()) process.exit();
  };
  // Only a process that ends by itself tells this; what is added now is the last to hear of the end.
  process.on("beforeExit", () => {
    process.off("exit", leave);
    process.on("exit", leave);
  });
}
