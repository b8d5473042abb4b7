// Helpers of devices for the work that they receive (`Work` in backend.ts).

import type { Work } from "./backend.js";

/** Whether work must be skipped; if so, marks it as failed. For devices that decide this when they receive the work. */
export function isBlocked(work: Work): boolean {
  const lost = work.obstacle();
  if (lost === undefined) return false;
  work.fail(lost);
  return true;
}

/** Work whose success and failure nobody observes: recorded work, and internal work of a device or the runtime. */
export const unwatched: Work = {
  obstacle: () => undefined,
  done: () => {},
  fail: () => {},
  keep: () => unwatched,
};
