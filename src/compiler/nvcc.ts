// nvcc, NVIDIA's compiler: where it is on this machine, and what tells one from another. It is not started for that.

import { platform, variable } from "../host/environment.js";
import { existingStatus, isThere } from "../host/files.js";
import { delimiter, join } from "../host/paths.js";
import { toolkitFolders } from "../native/cuda-folders.js";

/** nvcc that is there. */
export interface Nvcc {
  /** The executable. */
  readonly path: string;
  /** Stands for the program's contents in keys of the cache. */
  readonly version: string;
}

/** nvcc in a toolkit or on the PATH; undefined where there is none. */
export function findNvcc(): Nvcc | undefined {
  const file = platform === "win32" ? "nvcc.exe" : "nvcc";
  const folders = [
    ...toolkitFolders().map((root) => join(root, "bin")),
    ...(variable("PATH") ?? "").split(delimiter),
  ];
  const folder = folders.find((one) => one !== "" && isThere(join(one, file)));
  if (folder === undefined) return undefined;
  const path = join(folder, file);
  const { size, mtimeMs } = existingStatus(path);
  return { path, version: `nvcc ${path} ${size} ${mtimeMs}` };
}
