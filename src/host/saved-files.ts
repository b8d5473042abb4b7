// Writes files completely or not at all: readers see the old or the new file, whatever fails.

import * as replaced from "./node/replace-file.js";
import * as saved from "./node/save-file.js";
import type { OpenFile, Replacement } from "./shapes.js";

export interface SavedFiles {
  /** Replaces `path` by what `write` writes. Throws what the file system and `write` throw. */
  replaceFile(
    this: void,
    path: string,
    replacement: Replacement,
    write: (file: OpenFile) => Promise<void>,
  ): Promise<void>;
  /** Replaces `path` by `bytes`, synchronously. */
  replaceFileSync(this: void, path: string, replacement: Replacement, bytes: Uint8Array): void;
  /**
   * Saves a user's file, which keeps its permissions and its owner. `write` may be called twice, each time with an empty file.
   * @throws CutsError `CUTS_NOT_A_FILE` for a directory or a FIFO; errors of the file system; what `write` throws.
   */
  saveFile(this: void, path: string | URL, write: (file: OpenFile) => Promise<void>): Promise<void>;
}

export const { replaceFile, replaceFileSync }: Omit<SavedFiles, "saveFile"> = replaced;
export const { saveFile }: Pick<SavedFiles, "saveFile"> = saved;
