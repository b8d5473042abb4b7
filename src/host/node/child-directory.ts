// Where child processes start: in a directory that exists. The current one may have been removed since this process began,
// as happens to a service whose release folder is replaced, and Node does not start in a directory that is gone.

import { existsSync } from "node:fs";
import { dirname } from "node:path";

/** The current directory; where it was removed, that of Node itself. */
export function childDirectory(): string {
  try {
    const current = process.cwd();
    if (existsSync(current)) return current;
  } catch {
    // Node has no name of it: it was gone before anybody asked.
  }
  return homeDirectory();
}

/** A directory that exists as long as processes can be started, for children that need none. */
export function homeDirectory(): string {
  return dirname(process.execPath);
}
