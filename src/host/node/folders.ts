// Folders with many files, by Node.

import { readdir, stat, unlink } from "node:fs/promises";
import type { FileStatus } from "../shapes.js";

export function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder);
}

export function statusLater(path: string): Promise<FileStatus> {
  return stat(path);
}

export function removeLater(path: string): Promise<void> {
  return unlink(path);
}
