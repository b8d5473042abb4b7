// Ends a process safely while native code may still call a registered callback. If Node ends a process by itself, it frees its side
// of callbacks first, and a thread that still calls one crashes the process. `process.exit()` frees nothing: such a call blocks
// until the process is gone. So a process with live callbacks ends by `process.exit()` after all listeners have run. A process with
// a library that must not be unloaded, such as Open MPI, ends the same way.

import { isMainThread } from "../host/threads.js";

const reasons = new Set<() => boolean>();

/** Makes the process end by `process.exit()` if `isNeeded` returns true at its end. Does nothing in worker threads. */
export function endInPlace(isNeeded: () => boolean): void {
  if (!isMainThread()) return;
  const isWatching = reasons.size > 0;
  reasons.add(isNeeded);
  if (isWatching) return;
  const leave = (): void => {
    // Keeps the exit code that is set.
    if ([...reasons].some((isNow) => isNow())) process.exit();
  };
  // "beforeExit" is emitted only if a process ends by itself. A listener that is added now runs last.
  process.on("beforeExit", () => {
    process.off("exit", leave);
    process.on("exit", leave);
  });
}
