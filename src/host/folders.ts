// Folders with many files, looked through while other things go on.

import * as node from "./node/folders.js";
import type { FileStatus } from "./shapes.js";

export interface Folders {
  /** The names in a folder. Rejects with the error of the system where it is none. */
  namesIn(this: void, folder: string): Promise<readonly string[]>;
  /** Rejects with the error of the system where nothing is. */
  statusLater(this: void, path: string): Promise<FileStatus>;
  removeLater(this: void, path: string): Promise<void>;
}

export const { namesIn, statusLater, removeLater }: Folders = node;
