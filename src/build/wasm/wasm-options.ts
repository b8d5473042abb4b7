// Options of load() for the embedded clang. What concerns the machine's own code or its linker has no meaning there and is
// left out; a library of the system that is asked for is an error.

import { UnsupportedError } from "../../core/errors.js";
import type { LoadOptions } from "../load-options.js";
import { foreignLibrary } from "./included-libraries.js";

/** The options that the compiler gets, as nvcc spells them. @throws UnsupportedError `CUTS_WASM_LIBRARY`. */
export function wasmOptions(
  name: string,
  options: LoadOptions,
  includes: readonly string[],
): readonly string[] {
  const missing = foreignLibrary(options.libraries);
  if (missing !== undefined) {
    throw new UnsupportedError(
      "CUTS_WASM_LIBRARY",
      `Cannot load ${name} as WebAssembly: it needs a library of this machine (got "${missing}")\nTry: its sources`,
    );
  }
  const defines = Object.entries(options.defines ?? {}).flatMap(([key, value]) =>
    value === false ? [] : [value === true ? `-D${key}` : `-D${key}=${String(value)}`],
  );
  const own = [...(options.options ?? []), ...(options.cudaOptions ?? [])];
  return [...own, ...defines, ...includes.flatMap((folder) => ["-I", folder])];
}
