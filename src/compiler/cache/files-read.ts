// The files that a compilation read, with hashes of their contents, so that a later look-up needs no compiler. A path where no file was
// found counts too: a header that appears there later would be included.

import { ArgumentTypeError } from "../../core/errors.js";
import { statusOf } from "../../host/files.js";
import { isAbsolute, resolve } from "../../host/paths.js";
import { readPlainFile } from "../../host/plain-files.js";
import { type Digest, digestOf } from "./digest.js";
import type { FileState } from "./key.js";

/**
 * A file the compiler read. A bare path is hashed by the cache after the compilation; with `contents` (null: looked
 * for and not there) nothing is read again, which is exact even if the file changes meanwhile.
 */
export type FileRead = string | { readonly path: string; readonly contents: string | Uint8Array | null };

// A file's time stamp comes from the kernel's tick (up to 10 ms) and may lag behind the clock we read.
const clockSlackMs = 20;

/**
 * The states of the files as the compiler saw them, sorted by path; undefined when that cannot be known because one
 * was changed or removed after the compilation began.
 */
export function statesAfterCompile(
  files: readonly FileRead[],
  directory: string | null,
  startedAtMs: number,
): readonly FileState[] | undefined {
  const states = new Map<string, FileState>();
  for (const file of files) {
    const path = absolutePath(typeof file === "string" ? file : file.path, directory);
    if (typeof file === "string") {
      const digest = changedSince(path, startedAtMs - clockSlackMs) ? null : digestOfFile(path);
      if (digest === null) return undefined;
      states.set(path, { path, digest });
    } else {
      states.set(path, { path, digest: file.contents === null ? null : digestOf(file.contents) });
    }
  }
  return [...states.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The states of these files now. `known` remembers digests for the length of one look-up. */
export function statesNow(paths: readonly string[], known: Map<string, Digest | null>): readonly FileState[] {
  return paths.map((path) => {
    let digest = known.get(path);
    if (digest === undefined) {
      digest = digestOfFile(path);
      known.set(path, digest);
    }
    return { path, digest };
  });
}

function digestOfFile(path: string): Digest | null {
  try {
    return digestOf(readPlainFile(path));
  } catch {
    return null;
  }
}

function changedSince(path: string, timeMs: number): boolean {
  const stats = statusOf(path);
  return stats === undefined || Math.max(stats.mtimeMs, stats.ctimeMs) > timeMs;
}

function absolutePath(path: string, directory: string | null): string {
  if (directory !== null) return resolve(directory, path);
  if (isAbsolute(path)) return resolve(path);
  throw new ArgumentTypeError(
    "CUTS_CACHE_RELATIVE_PATH",
    `Cannot cache a compilation: a request without a directory reads absolute paths only (got ${JSON.stringify(path)})`,
  );
}
