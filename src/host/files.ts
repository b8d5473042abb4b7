// Files by their paths, read and written at once: the caller waits. Large files of users are read by open-files.ts.

import * as node from "./node/files.js";
import type { FileStatus } from "./shapes.js";

export interface Files {
  readBytes(this: void, path: string): Uint8Array<ArrayBuffer>;
  /** The contents as text in UTF-8. */
  readText(this: void, path: string): string;
  /** Some bytes of a file. @throws Error where it ends before. */
  readRange(this: void, path: string, offset: number, byteLength: number): Uint8Array<ArrayBuffer>;
  isThere(this: void, path: string): boolean;
  /** Undefined for a path where nothing is. */
  statusOf(this: void, path: string): FileStatus | undefined;
  /** @throws the error of the system where nothing is. */
  existingStatus(this: void, path: string): FileStatus;
  /** The paths of the files below a folder, from there. */
  filesBelow(this: void, folder: string): readonly string[];
  /** Writes a file; `mode` is what others may do with a new one. */
  writeFile(this: void, path: string, contents: string | Uint8Array, mode?: number): void;
  /** Makes a folder with those it is in, for its user only where `mode` is 0o700. */
  makeFolder(this: void, path: string, mode?: number): void;
  /** Makes a folder with a name of its own, among the temporary ones of the system. */
  makeTemporaryFolder(this: void, prefix: string): string;
  /** Removes a file, or a folder with all that is in it; nothing where nothing is. */
  remove(this: void, path: string): void;
  /** Sets when a file was last read and written. */
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
