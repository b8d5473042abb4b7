// Asynchronous access to folders with many files.

import * as node from "./node/folders.js";
import type { FileStatus } from "./shapes.js";

export interface Folders {
  /** The names in a folder. Rejects with the error of the system if it is not a folder. */
  namesIn(this: void, folder: string): Promise<readonly string[]>;
  /** The status of a path. Rejects with the error of the system if it does not exist. */
  statusLater(this: void, path: string): Promise<FileStatus>;
  removeLater(this: void, path: string): Promise<void>;
}

export const { namesIn, statusLater, removeLater }: Folders = node;
