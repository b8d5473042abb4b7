// Plain files beside the entries, for files that must have a path, such as shared libraries. A file's name ends with a digest of its
// contents, which shows that it is whole.

import { existingStatus, touch } from "../../host/files.js";
import { join } from "../../host/paths.js";
import { readPlainFile } from "../../host/plain-files.js";
import { replaceFile } from "../../host/saved-files.js";
import { type Digest, digestOf } from "./digest.js";
import { privateFile } from "./private-file.js";

/** The folder of kept files below the cache's own. */
export const keptFolder = "libraries";

/** The names of kept files: a readable word, the digest, an ending that loaders expect. */
export const keptName: RegExp = /^[\w-]{1,64}-[0-9a-f]{64}\.(?:so|dylib|dll|node)$/;

// As for entries: an hour tells old from new, and most uses stay read-only.
const touchAfterMs = 3_600_000;

/** The name under which bytes are kept; `label` is made safe for a file's name. */
export function keptFileName(label: string, digest: Digest, extension: string): string {
  const word = label.replace(/[^\w-]+/g, "_").slice(0, 64);
  return `${word === "" ? "library" : word}-${digest}${extension}`;
}

/** The path of a kept file if it is there and whole. */
export function findKept(directory: string, fileName: string, nowMs: number): string | undefined {
  if (!keptName.test(fileName)) return undefined;
  const path = join(directory, keptFolder, fileName);
  try {
    const digest = /-([0-9a-f]{64})\.\w+$/.exec(fileName)?.[1];
    if (digestOf(readPlainFile(path)) !== digest) return undefined;
    noteUse(path, nowMs);
    return path;
  } catch {
    return undefined;
  }
}

/** Puts a file in place, whole or not at all; throws what the file system throws. */
export async function keep(directory: string, fileName: string, bytes: Uint8Array): Promise<string> {
  const path = join(directory, keptFolder, fileName);
  await replaceFile(path, privateFile(join(directory, "tmp")), (file) => file.writeFile(bytes));
  return path;
}

function noteUse(path: string, nowMs: number): void {
  try {
    if (nowMs - existingStatus(path).mtimeMs > touchAfterMs) touch(path, nowMs);
  } catch {
    // A read-only cache still serves; it only forgets what was used.
  }
}
