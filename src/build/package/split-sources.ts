// The sources of a package: `.cu` files with kernels alone become modules, all others together one native library.

import { type CuFile, readCuFile } from "../module/cu-file.js";
import { readSource } from "../toolchain/compile-object.js";

/** What is what. */
export interface PackageSources {
  readonly kernels: readonly CuFile[];
  /** Paths of the sources of a library or an addon. */
  readonly library: readonly string[];
}

/** Sorts sources by what they become. */
export function splitSources(paths: readonly string[]): PackageSources {
  const kernels: CuFile[] = [];
  const library: string[] = [];
  // A .cu file beside C++ files is a part of what they become, as for nvcc.
  const isMixed = paths.some((path) => !path.endsWith(".cu"));
  for (const path of paths) {
    const file = isMixed || isAddon(path) ? undefined : readCuFile(path);
    if (file === undefined || file.functions.functions.length > 0) library.push(path);
    else kernels.push(file);
  }
  return { kernels, library };
}

function isAddon(path: string): boolean {
  return /^[ \t]*#[ \t]*include[ \t]*[<"]cuts\/extension\.h[>"]/m.test(readSource(path));
}
