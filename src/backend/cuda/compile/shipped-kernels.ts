// Machine code of built-in kernels that is shipped with the package, so that the first operations of a process need no compiler.
// libraries/cuda has a file for each family of GPUs, and an index of their contents. `npm run generate:cuda-kernels` writes them.
// An entry is used only if the kernel's source is unchanged; otherwise the kernel is compiled like any other.

import { CutsError } from "../../../core/errors.js";
import { lazy } from "../../../core/lazy.js";
import { packageFolder } from "../../../host/assets.js";
import { unpackBrotli } from "../../../host/compression.js";
import { isThere, readRange, readText } from "../../../host/files.js";
import { sha256 } from "../../../host/hashing.js";
import { join } from "../../../host/paths.js";

/** Kernels of a group that were compiled together. */
export interface ShippedUnit {
  readonly kernels: readonly string[];
  /** `unitKey` of the source that they were compiled from. */
  readonly key: string;
  /** For each architecture, the offset and length of the compressed code in that architecture's file. */
  readonly at: { readonly [architecture: string]: readonly [offset: number, byteLength: number] };
}

/** What is shipped, by the names of groups. */
export type ShippedIndex = { readonly [group: string]: ShippedUnit };

/** The folder of the files in the package. */
export const CUDA_FOLDER = "libraries/cuda";

/** The file of an architecture: 90 for sm_90. */
export function codeFile(architecture: string): string {
  return `sm_${architecture}.bin`;
}

/** A key for all inputs of the compiler. */
export function unitKey(source: string, options: readonly string[]): string {
  return sha256([...options, source].join("\0"), "base64url");
}

/** The index of shipped kernels; empty in a checkout where none were generated. */
export const shippedIndex: () => ShippedIndex = lazy(() => {
  const file = join(packageFolder(), CUDA_FOLDER, "index.json");
  return isThere(file) ? (JSON.parse(readText(file)) as ShippedIndex) : {};
});

/** The machine code of a unit for an architecture; undefined if there is none. It also runs on newer GPUs of the same family. */
export function shippedCode(unit: ShippedUnit, architecture: number): Uint8Array | undefined {
  const family = Math.floor(architecture / 10) * 10;
  const best = Object.keys(unit.at)
    .map(Number)
    .filter((one) => one >= family && one <= architecture)
    .toSorted((a, b) => b - a)[0];
  if (best === undefined) return undefined;
  const [offset, byteLength] = unit.at[best] as readonly [number, number];
  const file = join(packageFolder(), CUDA_FOLDER, codeFile(String(best)));
  try {
    return unpackBrotli(readRange(file, offset, byteLength));
  } catch (error) {
    throw new CutsError(
      "CUTS_DAMAGED_PACKAGE",
      `Cannot read the compiled kernels of the package in ${file}: ${(error as Error).message}\nTry: install the package again`,
      { cause: error },
    );
  }
}
