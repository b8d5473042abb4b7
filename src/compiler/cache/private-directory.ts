// Whether a cache directory is safe. Its code is loaded and run, so it must belong to the user or to root, and nobody else may write to
// it.

import { statusOf } from "../../host/files.js";
import { userId } from "../../host/own-process.js";
import type { FileStatus } from "../../host/shapes.js";

/** Whether a directory may serve: it can, it is not there yet, or the sentence that says why not. */
export type DirectoryState = "usable" | "missing" | { readonly refusal: string };

/** The state of a directory now. */
export function directoryState(path: string): DirectoryState {
  let rule: string | undefined;
  try {
    const stats = statusOf(path);
    if (stats === undefined) return "missing";
    rule = brokenRule(stats, userId());
  } catch (error) {
    rule = error instanceof Error ? error.message : String(error);
  }
  if (rule === undefined) return "usable";
  return {
    refusal:
      `Cannot use the compile cache at ${path}: ${rule}\n` +
      `Try: chmod 700 on a directory of your own, CUTS_CACHE_DIR for another place, or CUTS_CACHE=0 for no cache`,
  };
}

/** The rule that a directory breaks for the user `uid` (undefined on Windows, where profiles are private). */
export function brokenRule(
  stats: Pick<FileStatus, "isDirectory" | "uid" | "mode">,
  uid: number | undefined,
): string | undefined {
  if (!stats.isDirectory()) return "it must be a directory (got a file)";
  if (uid === undefined) return undefined;
  if (stats.uid !== uid && stats.uid !== 0) {
    return `it must belong to the user who runs this (got owner ${stats.uid}, running as ${uid})`;
  }
  if ((stats.mode & 0o022) !== 0) {
    return `only its owner may write to it (got mode ${(stats.mode & 0o777).toString(8).padStart(3, "0")})`;
  }
  return undefined;
}
