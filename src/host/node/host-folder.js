// @ts-check
// A folder of the host that a tool sees in its own file system, by Node. Plain JavaScript, because the compiler's process runs it
// unbuilt.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * What a folder has under a name; undefined for nothing, and for what is neither a file nor a folder: a FIFO would hold the caller for ever.
 * @param {string} folder
 * @param {string} name
 * @returns {{ readonly path: string, readonly isFolder: boolean, readonly size: number, read(): Uint8Array } | undefined}
 */
export function entryIn(folder, name) {
  const path = join(folder, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !(stat.isDirectory() || stat.isFile())) return undefined;
  return { path, isFolder: stat.isDirectory(), size: stat.size, read: () => readFileSync(path) };
}

/** The names in a folder. @param {string} folder @returns {string[]} */
export function namesOf(folder) {
  return readdirSync(folder);
}
