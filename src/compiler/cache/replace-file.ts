// Puts a file in place whole or not at all: written beside, synced, renamed. Readers see the old file or the new one,
// a killed writer leaves only its temporary file, and writers of the same name need no lock: the last one wins.

import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

// On Windows a rename fails while somebody has the target open; readers have it open for well under a millisecond.
const retryDelaysMs = process.platform === "win32" ? [1, 5, 10, 20, 50, 100] : [];
const retryCodes = ["EPERM", "EACCES", "EBUSY"];

/** Replaces `path` by `bytes`, through a file in `temporaryDirectory`, which is on the same file system. */
export async function replaceFile(
  path: string,
  temporaryDirectory: string,
  bytes: Uint8Array,
): Promise<void> {
  const temporary = temporaryPath(temporaryDirectory);
  try {
    const file = await open(temporary, "wx", 0o600).catch(async (error: unknown) => {
      if (codeOf(error) !== "ENOENT") throw error;
      await mkdir(temporaryDirectory, { recursive: true, mode: 0o700 });
      return open(temporary, "wx", 0o600);
    });
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    for (let attempt = 0; ; attempt++) {
      try {
        return await rename(temporary, path);
      } catch (error) {
        const delayMs = retryDelayMs(error, attempt);
        if (delayMs === undefined) throw error;
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await sleep(delayMs);
      }
    }
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** The same, and nothing else happens meanwhile. */
export function replaceFileSync(path: string, temporaryDirectory: string, bytes: Uint8Array): void {
  const temporary = temporaryPath(temporaryDirectory);
  try {
    let file: number;
    try {
      file = openSync(temporary, "wx", 0o600);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
      mkdirSync(temporaryDirectory, { recursive: true, mode: 0o700 });
      file = openSync(temporary, "wx", 0o600);
    }
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
        const delayMs = retryDelayMs(error, attempt);
        if (delayMs === undefined) throw error;
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        if (delayMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, delayMs);
      }
    }
  } catch (error) {
    try {
      rmSync(temporary, { force: true });
    } catch {
      // The sweep takes what could not be removed.
    }
    throw error;
  }
}

/** The `code` of a system error: "ENOENT", "EACCES"… */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function temporaryPath(directory: string): string {
  return join(directory, `${process.pid}-${crypto.randomUUID()}`);
}

/** How long to wait before a rename is tried again; undefined when trying again cannot help. */
function retryDelayMs(error: unknown, attempt: number): number | undefined {
  const code = codeOf(error) ?? "";
  // The target's directory is made the first time it is missed, which spares a system call on every later write.
  if (code === "ENOENT") return attempt === 0 ? 0 : undefined;
  return retryCodes.includes(code) ? retryDelaysMs[attempt] : undefined;
}
