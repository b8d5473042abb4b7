// Replaces a file completely or not at all: writes a temporary file beside it, syncs and renames it. Readers see the old or the new
// file, a killed writer leaves only its temporary file, and concurrent writers need no lock: the last one wins.

import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "../../core/system-error.js";
import type { Replacement } from "../shapes.js";

// On Windows a rename fails while another process has the target open; readers have it open for well under a millisecond.
const retryDelaysMs = process.platform === "win32" ? [1, 5, 10, 20, 50, 100] : [];
const retryCodes = ["EPERM", "EACCES", "EBUSY"];

/** Replaces `path` by what `write` writes. Throws what the file system and `write` throw. */
export async function replaceFile(
  path: string,
  { temporary, mode, makesFolders = false }: Replacement,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(temporary, "wx", mode).catch(async (error: unknown) => {
    if (!makesFolders || codeOf(error) !== "ENOENT") throw error;
    await mkdir(dirname(temporary), { recursive: true, mode: 0o700 });
    return open(temporary, "wx", mode);
  });
  try {
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    for (let attempt = 0; ; attempt++) {
      try {
        return await rename(temporary, path);
      } catch (error) {
        const delayMs = retryDelayMs(error, attempt, makesFolders);
        if (delayMs === undefined) throw error;
        if (makesFolders) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await sleep(delayMs);
      }
    }
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Replaces `path` by `bytes`, synchronously. */
export function replaceFileSync(
  path: string,
  { temporary, mode, makesFolders = false }: Replacement,
  bytes: Uint8Array,
): void {
  let file: number;
  try {
    file = openSync(temporary, "wx", mode);
  } catch (error) {
    if (!makesFolders || codeOf(error) !== "ENOENT") throw error;
    mkdirSync(dirname(temporary), { recursive: true, mode: 0o700 });
    file = openSync(temporary, "wx", mode);
  }
  try {
    try {
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    for (let attempt = 0; ; attempt++) {
      try {
        return renameSync(temporary, path);
      } catch (error) {
        const delayMs = retryDelayMs(error, attempt, makesFolders);
        if (delayMs === undefined) throw error;
        if (makesFolders) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        if (delayMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, delayMs);
      }
    }
  } catch (error) {
    try {
      rmSync(temporary, { force: true });
    } catch {
      // A file that cannot be removed is left behind.
    }
    throw error;
  }
}

/** How long to wait before a rename is retried; undefined if retrying cannot help. */
function retryDelayMs(error: unknown, attempt: number, makesFolders: boolean): number | undefined {
  const code = codeOf(error) ?? "";
  // The target's folder is created only when opening fails, which saves a system call on other writes.
  if (code === "ENOENT") return makesFolders && attempt === 0 ? 0 : undefined;
  return retryCodes.includes(code) ? retryDelaysMs[attempt] : undefined;
}
