// Reading files that a user names or that others may have touched: what is no plain file is an error at once. A FIFO that
// nobody writes to would hold the thread for ever otherwise.

import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { CutsError } from "./errors.js";

// Windows has neither FIFOs among its files nor this flag.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The contents of a file. @throws CutsError `CUTS_NOT_A_FILE` for a directory, a FIFO, a device; errors of the system. */
export function readPlainFile(path: string): Buffer {
  const file = openPlainFileSync(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The contents of a file, as text. Throws as {@link readPlainFile}. */
export function readPlainText(path: string): string {
  return readPlainFile(path).toString();
}

/** A descriptor of a file, open for reading. Throws as {@link readPlainFile}. */
export function openPlainFileSync(path: string): number {
  let file: number;
  try {
    file = openSync(path, FLAGS);
  } catch (error) {
    throw openError(path, error);
  }
  const stats = fstatSync(file);
  if (stats.isFile()) return file;
  closeSync(file);
  throw notAFile("read", path, stats);
}

/** A handle of a file, open for reading. Rejects as {@link readPlainFile} throws. */
export async function openPlainFile(path: string | URL): Promise<FileHandle> {
  const file = await open(path, FLAGS).catch((error: unknown) => {
    throw openError(path, error);
  });
  const stats = await file.stat();
  if (stats.isFile()) return file;
  await file.close();
  throw notAFile("read", path, stats);
}

/** The error about a path that is no plain file. */
export function notAFile(action: string, path: string | URL, stats: Stats): CutsError {
  return new NotAFileError(action, path, kindOf(stats));
}

/** Why a file could not be read, for a message that names it already. */
export function whyUnreadable(error: unknown): string {
  if (error instanceof NotAFileError) return error.rule;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "ENOENT" ? "there is no such file" : `it cannot be read (${code ?? message})`;
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

// A socket cannot be opened at all, which the system says in words about devices.
function openError(path: string | URL, error: unknown): unknown {
  const isSocket = error instanceof Error && "code" in error && error.code === "ENXIO";
  return isSocket ? new NotAFileError("read", path, "a socket") : error;
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a directory";
  if (stats.isFIFO()) return "a FIFO";
  return stats.isSocket() ? "a socket" : "a device";
}
