// The files of the cache directory: `ab/cdef…` by key in 256 folders, `libraries/` for files that are opened by path, `tmp/` for files
// being written. Reading is synchronous and verified. A damaged file is removed and counts as absent. Eviction is elsewhere.

import { remove, statusOf, touch } from "../../host/files.js";
import { namesIn, removeLater, statusLater } from "../../host/folders.js";
import { join } from "../../host/paths.js";
import { readWithStatus } from "../../host/plain-files.js";
import type { FileStatus } from "../../host/shapes.js";
import { replaceFile, replaceFileSync } from "../../host/saved-files.js";
import { privateFile, temporaryName } from "./private-file.js";
import { keptFolder, keptName } from "./kept-files.js";
import { type CacheRecord, decodeRecord, type EntryKey } from "./record.js";

/** A file as a directory walk found it. */
export interface EntryFile {
  readonly path: string;
  readonly byteLength: number;
  readonly usedAtMs: number;
  readonly inode: number;
}

// The time of last use is the time of modification, since many systems do not keep the time of access. An hour is
// exact enough to tell old from new and makes most hits read-only.
const touchAfterMs = 3_600_000;

/** Reads, writes and lists the files under one directory. */
export class EntryFiles {
  readonly #directory: string;
  readonly #temporaryDirectory: string;

  constructor(directory: string) {
    this.#directory = directory;
    this.#temporaryDirectory = join(directory, "tmp");
  }

  /** The record stored under `key`, or undefined when there is none or it is damaged. */
  read(key: EntryKey): CacheRecord | undefined {
    const path = this.#pathOf(key);
    try {
      const { bytes, status } = readWithStatus(path);
      const record = decodeRecord(key, bytes);
      if (record === undefined) removeUnchanged(path, status);
      else noteUse(path, status);
      return record;
    } catch {
      // Absent, unreadable, no plain file, or no memory for it: all of them are a miss.
      return undefined;
    }
  }

  /** Stores the bytes of a record; throws what the file system throws. */
  async write(key: EntryKey, bytes: Uint8Array): Promise<void> {
    const replacement = privateFile(this.#temporaryDirectory);
    await replaceFile(this.#pathOf(key), replacement, (file) => file.writeFile(bytes));
  }

  /** The same, blocking. */
  writeSync(key: EntryKey, bytes: Uint8Array): void {
    replaceFileSync(this.#pathOf(key), privateFile(this.#temporaryDirectory), bytes);
  }

  /** All entries and kept files; files with other names are not ours and are left out. */
  async list(): Promise<EntryFile[]> {
    const files = await filesIn(join(this.#directory, keptFolder), keptName);
    for (const folder of await matching(this.#directory, /^[0-9a-f]{2}$/)) {
      files.push(...(await filesIn(join(this.#directory, folder), /^[0-9a-f]{14}(?:[0-9a-f]{48})?$/)));
    }
    return files;
  }

  /** The files that are being written, or that a killed writer has left. */
  async listTemporary(): Promise<EntryFile[]> {
    return filesIn(this.#temporaryDirectory, temporaryName);
  }

  /** Removes a file unless it was replaced or used since it was listed; says whether it is gone. */
  async remove(file: EntryFile): Promise<boolean> {
    try {
      const stats = await statusLater(file.path);
      if (stats.ino !== file.inode || stats.mtimeMs !== file.usedAtMs) return false;
      await removeLater(file.path);
      return true;
    } catch {
      return false;
    }
  }

  #pathOf(key: EntryKey): string {
    return join(this.#directory, key.slice(0, 2), key.slice(2));
  }
}

function noteUse(path: string, status: FileStatus): void {
  const nowMs = Date.now();
  if (nowMs - status.mtimeMs < touchAfterMs) return;
  try {
    touch(path, nowMs);
  } catch {
    // A read-only cache still serves; it only forgets what was used.
  }
}

/** Removes the file that was read, not one that another process has put in its place meanwhile. */
function removeUnchanged(path: string, read: FileStatus): void {
  const current = statusOf(path);
  if (current?.ino === read.ino && current.mtimeMs === read.mtimeMs) remove(path);
}

async function matching(directory: string, pattern: RegExp): Promise<string[]> {
  const names = await namesIn(directory).catch(() => []);
  return names.filter((name) => pattern.test(name));
}

async function filesIn(directory: string, pattern: RegExp): Promise<EntryFile[]> {
  const names = await matching(directory, pattern);
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      // Another process may have removed it since the folder was read.
      const stats = await statusLater(path).catch(() => undefined);
      return stats?.isFile()
        ? [{ path, byteLength: stats.size, usedAtMs: stats.mtimeMs, inode: stats.ino }]
        : [];
    }),
  );
  return files.flat();
}
