// Reads files that a user names or that others may change. Anything but a regular file is an error at once, because a FIFO without
// a writer would block the thread forever.

import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { CutsError } from "../../core/errors.js";
import { codeOf } from "../../core/system-error.js";

// Windows has neither FIFOs among its files nor this flag.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export function readPlainFile(path: string): Uint8Array {
  return contentsOf(path);
}

function contentsOf(path: string): Buffer {
  const { file } = openNow(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

export function readPlainText(path: string): string {
  return contentsOf(path).toString();
}

export function readWithStatus(path: string): {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly status: Stats;
} {
  const { file, stats } = openNow(path);
  try {
    const bytes = new Uint8Array(stats.size);
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(file, bytes, filled, bytes.length - filled, filled);
      if (count === 0) break;
      filled += count;
    }
    return { bytes: bytes.subarray(0, filled), status: stats };
  } finally {
    closeSync(file);
  }
}

/** Opens a file for reading and returns its descriptor and status. */
function openNow(path: string): { readonly file: number; readonly stats: Stats } {
  let file: number;
  try {
    file = openSync(path, FLAGS);
  } catch (error) {
    throw openError(path, error);
  }
  const stats = fstatSync(file);
  if (stats.isFile()) return { file, stats };
  closeSync(file);
  throw notAFile("read", path, stats);
}

export async function openPlainFile(path: string | URL): Promise<FileHandle> {
  const file = await open(path, FLAGS).catch((error: unknown) => {
    throw openError(path, error);
  });
  const stats = await file.stat();
  if (stats.isFile()) return file;
  await file.close();
  throw notAFile("read", path, stats);
}

/** The error for a path that is not a regular file. */
export function notAFile(action: string, path: string | URL, stats: Stats): CutsError {
  return new NotAFileError(action, path, kindOf(stats));
}

export function whyUnreadable(error: unknown): string {
  if (error instanceof NotAFileError) return error.rule;
  const code = codeOf(error);
  return code === "ENOENT"
    ? "there is no such file"
    : `it cannot be read (${code ?? (error as Error).message})`;
}

class NotAFileError extends CutsError {
  readonly rule: string;

  constructor(action: string, path: string | URL, kind: string) {
    const rule = `it must be a file (got ${kind})`;
    super("CUTS_NOT_A_FILE", `Cannot ${action} ${String(path)}: ${rule}`);
    this.name = "CutsError";
    this.rule = rule;
  }
}

// A socket cannot be opened, and the system's error for it misleadingly mentions devices.
function openError(path: string | URL, error: unknown): unknown {
  const isSocket = error instanceof Error && "code" in error && error.code === "ENXIO";
  return isSocket ? new NotAFileError("read", path, "a socket") : error;
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a directory";
  if (stats.isFIFO()) return "a FIFO";
  return stats.isSocket() ? "a socket" : "a device";
}
