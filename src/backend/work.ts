// What devices do with the work they are given (`Work` in backend.ts).

import type { Work } from "./backend.js";

/** Whether work must be skipped, which it is told; for a device that asks when it is given work. */
export function isBlocked(work: Work): boolean {
  const lost = work.obstacle();
  if (lost === undefined) return false;
  work.fail(lost);
  return true;
}

/** Work that nobody needs to hear of: recorded work, and what a device or the runtime does for itself. */
export const unwatched: Work = {
  obstacle: () => undefined,
  done: () => {},
  fail: () => {},
  keep: () => unwatched,
};
