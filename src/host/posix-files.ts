// File operations of C programs, by descriptor and by path. All are synchronous and throw the error of the system, with its code.

import * as node from "./node/posix-files.js";
import type { FullStatus, OpenMode } from "./shapes.js";

export interface PosixFiles {
  openDescriptor(this: void, path: string, mode: OpenMode): number;
  closeDescriptor(this: void, fd: number): void;
  /** Reads the available bytes and returns their number, 0 at the end. With `position` null, the system's file position is used. */
  readDescriptor(this: void, fd: number, into: Uint8Array, position: number | null): number;
  /** Writes some of the bytes; returns how many. */
  writeDescriptor(this: void, fd: number, bytes: Uint8Array, position: number | null): number;
  descriptorStatus(this: void, fd: number): FullStatus;
  /** The status of an open file; undefined if the descriptor is not open. */
  openStatus(this: void, fd: number): FullStatus | undefined;
  setLength(this: void, fd: number, byteLength: number): void;
  /** Waits until all written data and the file's metadata are on disk (fsync). */
  syncDescriptor(this: void, fd: number): void;
  /** Waits until all written data are on disk (fdatasync). */
  syncData(this: void, fd: number): void;
  /** The status of a path, following symbolic links. */
  pathStatus(this: void, path: string): FullStatus;
  /** The status of a path, without following a symbolic link. */
  linkStatus(this: void, path: string): FullStatus;
  /** The status of a path, or undefined if it does not exist. */
  presentStatus(this: void, path: string): FullStatus | undefined;
  entryNames(this: void, folder: string): readonly string[];
  createDirectory(this: void, path: string): void;
  removeDirectory(this: void, path: string): void;
  removeFile(this: void, path: string): void;
  renamePath(this: void, from: string, to: string): void;
  linkFile(this: void, from: string, to: string): void;
  createLink(this: void, target: string, path: string): void;
  readLink(this: void, path: string): string;
}

export const {
  openDescriptor,
  closeDescriptor,
  readDescriptor,
  writeDescriptor,
  descriptorStatus,
  openStatus,
  setLength,
  syncDescriptor,
  syncData,
  pathStatus,
  linkStatus,
  presentStatus,
  entryNames,
  createDirectory,
  removeDirectory,
  removeFile,
  renamePath,
  linkFile,
  createLink,
  readLink,
}: PosixFiles = node;
