// The source of the package as a list of files, for what the build reads out of it.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./manifest.js";

/** The files below a folder of the repository, in a fixed order and without tests. */
export function sourceFiles(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test(-d)?\./.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
