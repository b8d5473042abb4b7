// Files by their paths, by Node.

import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { FileStatus } from "../shapes.js";

export function readBytes(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path));
}

export function readText(path: string): string {
  return readFileSync(path, "utf8");
}

export function readRange(path: string, offset: number, byteLength: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(byteLength);
  const file = openSync(path, "r");
  try {
    const got = readSync(file, bytes, 0, byteLength, offset);
    if (got !== byteLength) throw new Error(`it ends after ${offset + got} bytes`);
  } finally {
    closeSync(file);
  }
  return bytes;
}

export function isThere(path: string): boolean {
  return existsSync(path);
}

export function statusOf(path: string): FileStatus | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

export function existingStatus(path: string): FileStatus {
  return statSync(path);
}

export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

export function writeFile(path: string, contents: string | Uint8Array, mode?: number): void {
  writeFileSync(path, contents, mode === undefined ? {} : { mode });
}

export function makeFolder(path: string, mode?: number): void {
  mkdirSync(path, { recursive: true, ...(mode !== undefined && { mode }) });
}

export function makeTemporaryFolder(prefix: string): string {
  return mkdtempSync(join(tmpdir(), prefix));
}

export function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

export function touch(path: string, timeMs: number): void {
  utimesSync(path, timeMs / 1000, timeMs / 1000);
}
