// Writes files of the cache so that only their user can read them. They are written in a folder of their own first, where a sweep finds
// what killed processes left.

import { processId } from "../../host/own-process.js";
import { join } from "../../host/paths.js";
import type { Replacement } from "../../host/shapes.js";

/** The names of files that are being written. */
export const temporaryName: RegExp = /^\d+-[0-9a-f-]{36}$/;

/** A file that is written in `temporaryDirectory` first. */
export function privateFile(temporaryDirectory: string): Replacement {
  const temporary = join(temporaryDirectory, `${processId}-${crypto.randomUUID()}`);
  return { temporary, mode: 0o600, makesFolders: true };
}
