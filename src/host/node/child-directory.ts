// The folder in which child processes start. It must exist, or Node cannot start them. The current folder may have been removed
// while this process runs, for example when the release folder of a service is replaced.

import { existsSync } from "node:fs";
import { dirname } from "node:path";

/** The current folder; if it was removed, the folder of Node's executable. */
export function childDirectory(): string {
  try {
    const current = process.cwd();
    if (existsSync(current)) return current;
  } catch {
    // process.cwd() throws if the folder was removed before its first call.
  }
  return homeDirectory();
}

/** A folder that always exists, for child processes that need no particular one. */
export function homeDirectory(): string {
  return dirname(process.execPath);
}
