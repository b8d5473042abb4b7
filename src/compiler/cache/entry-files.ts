// The files of the cache directory: `ab/cdef…` by key, in 256 folders, `libraries/` for files that are opened by path, and
// `tmp/` for files being written. Reading is synchronous and verified; a damaged file is removed and reads as absent.
// Nothing here decides what is kept.

import { closeSync, fstatSync, futimesSync, readSync, type Stats, statSync, unlinkSync } from "node:fs";
import { readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { openPlainFileSync } from "../../core/plain-file.js";
import { replaceFile, replaceFileSync } from "../../core/replace-file.js";
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
    let file: number | undefined;
    try {
      file = openPlainFileSync(path);
      const stats = fstatSync(file);
      const record = decodeRecord(key, readAll(file, stats.size));
      if (record === undefined) removeUnchanged(path, stats);
      else touch(file, stats);
      return record;
    } catch {
      // Absent, unreadable, no plain file, or no memory for it: all of them are a miss.
      return undefined;
    } finally {
      if (file !== undefined) closeSync(file);
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
    for (const folder of await namesIn(this.#directory, /^[0-9a-f]{2}$/)) {
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
      const stats = await stat(file.path);
      if (stats.ino !== file.inode || stats.mtimeMs !== file.usedAtMs) return false;
      await unlink(file.path);
      return true;
    } catch {
      return false;
    }
  }

  #pathOf(key: EntryKey): string {
    return join(this.#directory, key.slice(0, 2), key.slice(2));
  }
}

function readAll(file: number, byteLength: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(byteLength);
  let filled = 0;
  while (filled < byteLength) {
    const count = readSync(file, bytes, filled, byteLength - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function touch(file: number, stats: Stats): void {
  const nowMs = Date.now();
  if (nowMs - stats.mtimeMs < touchAfterMs) return;
  try {
    futimesSync(file, nowMs / 1000, nowMs / 1000);
  } catch {
    // A read-only cache still serves; it only forgets what was used.
  }
}

/** Removes the file that was read, not one that another process has put in its place meanwhile. */
function removeUnchanged(path: string, read: Stats): void {
  const current = statSync(path);
  if (current.ino === read.ino && current.mtimeMs === read.mtimeMs) unlinkSync(path);
}

async function namesIn(directory: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.filter((name) => pattern.test(name));
}

async function filesIn(directory: string, pattern: RegExp): Promise<EntryFile[]> {
  const names = await namesIn(directory, pattern);
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      // Another process may have removed it since the folder was read.
      const stats = await stat(path).catch(() => undefined);
      return stats?.isFile()
        ? [{ path, byteLength: stats.size, usedAtMs: stats.mtimeMs, inode: stats.ino }]
        : [];
    }),
  );
  return files.flat();
}
