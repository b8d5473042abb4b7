// The end of a process while native code may still call a registered callback. When a process ends by itself, Node takes its
// side of callbacks apart and then unloads; a thread that goes on calling crashes the process. `process.exit()` takes nothing
// apart: such a call waits, and ends with the process. So a process with live callbacks ends that way, after all listeners. So does
// one with a library that must not be unloaded: Open MPI crashes.

import { isMainThread } from "../host/threads.js";

const reasons = new Set<() => boolean>();

/** From now on the process ends in place where `isNeeded` says so. Threads of Node are not watched: they end otherwise. */
export function endInPlace(isNeeded: () => boolean): void {
  if (!isMainThread()) return;
  const isWatching = reasons.size > 0;
  reasons.add(isNeeded);
  if (isWatching) return;
  const leave = (): void => {
    // With the exit code that is set by now.
    if ([...reasons].some((isNow) => isNow())) process.exit();
  };
  // Only a process that ends by itself tells this; what is added now is the last to hear of the end.
  process.on("beforeExit", () => {
    process.off("exit", leave);
    process.on("exit", leave);
  });
}
