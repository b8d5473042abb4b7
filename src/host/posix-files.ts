// Files as programs of C have them: by descriptors and by names, at once. Each call throws the error of the system, with its code.

import * as node from "./node/posix-files.js";
import type { FullStatus, OpenMode } from "./shapes.js";

export interface PosixFiles {
  openDescriptor(this: void, path: string, mode: OpenMode): number;
  closeDescriptor(this: void, fd: number): void;
  /** Reads what is there; 0 at the end. `position` is null where the system keeps it. */
  readDescriptor(this: void, fd: number, into: Uint8Array, position: number | null): number;
  /** Writes some of the bytes; returns how many. */
  writeDescriptor(this: void, fd: number, bytes: Uint8Array, position: number | null): number;
  descriptorStatus(this: void, fd: number): FullStatus;
  /** Undefined for a descriptor that is not open. */
  openStatus(this: void, fd: number): FullStatus | undefined;
  setLength(this: void, fd: number, byteLength: number): void;
  /** Waits until what was written is on the disk. */
  syncDescriptor(this: void, fd: number): void;
  /** The same without what the file system knows of the file. */
  syncData(this: void, fd: number): void;
  /** Follows links. */
  pathStatus(this: void, path: string): FullStatus;
  /** That of a link itself. */
  linkStatus(this: void, path: string): FullStatus;
  /** Undefined where nothing is. */
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
