// File operations of C programs, in Node.

import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  renameSync,
  rmdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import type { FullStatus, OpenMode } from "../shapes.js";

export function openDescriptor(path: string, mode: OpenMode): number {
  return openSync(
    path,
    accessOf(mode) |
      (mode.creates ? constants.O_CREAT : 0) |
      (mode.isNew ? constants.O_EXCL : 0) |
      (mode.truncates ? constants.O_TRUNC : 0),
  );
}

function accessOf({ reads, writes }: OpenMode): number {
  if (writes) return reads ? constants.O_RDWR : constants.O_WRONLY;
  return constants.O_RDONLY;
}

export function readDescriptor(fd: number, into: Uint8Array, position: number | null): number {
  return readSync(fd, into, 0, into.length, position);
}

export function writeDescriptor(fd: number, bytes: Uint8Array, position: number | null): number {
  return writeSync(fd, bytes, 0, bytes.length, position);
}

export function descriptorStatus(fd: number): FullStatus {
  return fstatSync(fd, { bigint: true });
}

export function openStatus(fd: number): FullStatus | undefined {
  return fstatSync(fd, { bigint: true, throwIfNoEntry: false } as { readonly bigint: true });
}

export function pathStatus(path: string): FullStatus {
  return statSync(path, { bigint: true });
}

export function linkStatus(path: string): FullStatus {
  return lstatSync(path, { bigint: true });
}

export function presentStatus(path: string): FullStatus | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

export function entryNames(folder: string): readonly string[] {
  return readdirSync(folder);
}

export function createDirectory(path: string): void {
  mkdirSync(path);
}

export const closeDescriptor: (fd: number) => void = closeSync;
export const setLength: (fd: number, byteLength: number) => void = ftruncateSync;
export const syncDescriptor: (fd: number) => void = fsyncSync;
export const syncData: (fd: number) => void = fdatasyncSync;
export const removeDirectory: (path: string) => void = rmdirSync;
export const removeFile: (path: string) => void = unlinkSync;
export const renamePath: (from: string, to: string) => void = renameSync;
export const linkFile: (from: string, to: string) => void = linkSync;
export const createLink: (target: string, path: string) => void = symlinkSync;
export const readLink: (path: string) => string = readlinkSync;
