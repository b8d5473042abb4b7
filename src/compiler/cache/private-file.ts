// How files of the cache are put in place: for their user only, through files in a folder of their own, where a sweep finds
// what killed writers have left.

import { join } from "node:path";
import type { Replacement } from "../../core/replace-file.js";

/** The names of files that are being written. */
export const temporaryName: RegExp = /^\d+-[0-9a-f-]{36}$/;

/** A file that is written in `temporaryDirectory` first. */
export function privateFile(temporaryDirectory: string): Replacement {
  const temporary = join(temporaryDirectory, `${process.pid}-${crypto.randomUUID()}`);
  return { temporary, mode: 0o600, makesFolders: true };
}
