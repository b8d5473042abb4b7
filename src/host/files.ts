// Synchronous access to files by path. Large files of users are read asynchronously by open-files.ts.

import * as node from "./node/files.js";
import type { FileStatus } from "./shapes.js";

export interface Files {
  readBytes(this: void, path: string): Uint8Array<ArrayBuffer>;
  /** The contents as text in UTF-8. */
  readText(this: void, path: string): string;
  /** Part of a file. @throws Error if the file is shorter. */
  readRange(this: void, path: string, offset: number, byteLength: number): Uint8Array<ArrayBuffer>;
  isThere(this: void, path: string): boolean;
  /** The status of a path; undefined if it does not exist. */
  statusOf(this: void, path: string): FileStatus | undefined;
  /** The status of a path. @throws the error of the system if it does not exist. */
  existingStatus(this: void, path: string): FileStatus;
  /** The paths of all files below a folder, relative to it. */
  filesBelow(this: void, folder: string): readonly string[];
  /** Writes a file; `mode` has the permissions of a new one. */
  writeFile(this: void, path: string, contents: string | Uint8Array, mode?: number): void;
  /** Makes a folder and its missing parents; `mode` 0o700 makes them private. */
  makeFolder(this: void, path: string, mode?: number): void;
  /** Makes a folder with a unique name in the system's temporary folder. */
  makeTemporaryFolder(this: void, prefix: string): string;
  /** Removes a file, or a folder with its contents. Does nothing if the path does not exist. */
  remove(this: void, path: string): void;
  /** Sets the times of a file's last access and modification. */
  touch(this: void, path: string, timeMs: number): void;
}

export const {
  readBytes,
  readText,
  readRange,
  isThere,
  statusOf,
  existingStatus,
  filesBelow,
  writeFile,
  makeFolder,
  makeTemporaryFolder,
  remove,
  touch,
}: Files = node;
