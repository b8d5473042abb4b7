// Reads files that a user names or that others may change. Anything but a regular file is an error at once.

import * as node from "./node/plain-file.js";
import type { FileStatus, OpenFile } from "./shapes.js";

export interface PlainFiles {
  /** The contents of a file. @throws CutsError `CUTS_NOT_A_FILE` for a directory, a FIFO or a device; errors of the system. */
  readPlainFile(this: void, path: string): Uint8Array;
  /** The contents and status of a file, which belong together. Throws like {@link readPlainFile}. */
  readWithStatus(
    this: void,
    path: string,
  ): { readonly bytes: Uint8Array<ArrayBuffer>; readonly status: FileStatus };
  /** The contents of a file, as text. Throws like {@link readPlainFile}. */
  readPlainText(this: void, path: string): string;
  /** Opens a file for reading. Rejects with the errors of {@link readPlainFile}. */
  openPlainFile(this: void, path: string | URL): Promise<OpenFile>;
  /** Why a file could not be read, for a message that contains its name already. */
  whyUnreadable(this: void, error: unknown): string;
}

export const { readPlainFile, readWithStatus, readPlainText, openPlainFile, whyUnreadable }: PlainFiles =
  node;
