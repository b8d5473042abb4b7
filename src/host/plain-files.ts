// Reading files that a user names or that others may have touched: what is no plain file is an error at once.

import * as node from "./node/plain-file.js";
import type { FileStatus, OpenFile } from "./shapes.js";

export interface PlainFiles {
  /** The contents of a file. @throws CutsError `CUTS_NOT_A_FILE` for a directory, a FIFO, a device; errors of the system. */
  readPlainFile(this: void, path: string): Uint8Array;
  /** The contents of a file and what the file system knows of it, at one moment. Throws as {@link readPlainFile}. */
  readWithStatus(
    this: void,
    path: string,
  ): { readonly bytes: Uint8Array<ArrayBuffer>; readonly status: FileStatus };
  /** The contents of a file, as text. Throws as {@link readPlainFile}. */
  readPlainText(this: void, path: string): string;
  /** A file, open for reading. Rejects as {@link readPlainFile} throws. */
  openPlainFile(this: void, path: string | URL): Promise<OpenFile>;
  /** Why a file could not be read, for a message that names it already. */
  whyUnreadable(this: void, error: unknown): string;
}

export const { readPlainFile, readWithStatus, readPlainText, openPlainFile, whyUnreadable }: PlainFiles =
  node;
