// Splits the sources of a package: `.cu` files that contain only kernels become modules; all others together become one native
// library.

import { type CuFile, readCuFile } from "../module/cu-file.js";
import { readSource } from "../toolchain/compile-object.js";

/** The two kinds of sources. */
export interface PackageSources {
  readonly kernels: readonly CuFile[];
  /** Paths of the sources of a library or an addon. */
  readonly library: readonly string[];
}

/** Splits sources by what they become. */
export function splitSources(paths: readonly string[]): PackageSources {
  const kernels: CuFile[] = [];
  const library: string[] = [];
  for (const path of paths) {
    const file = path.endsWith(".cu") && mayBeModule(readSource(path)) ? readCuFile(path) : undefined;
    if (file === undefined || file.kernelText !== file.text) library.push(path);
    else kernels.push(file);
  }
  return { kernels, library };
}

/** Not an addon, and not functions of the host alone: those are a part of a library whatever they are called. */
function mayBeModule(text: string): boolean {
  const isAddon = /^[ \t]*#[ \t]*include[ \t]*[<"]cuts\/extension\.h[>"]/m.test(text);
  return !isAddon && /\b__global__\b/.test(text);
}
