// Translates the options of load() for the embedded clang. Options about native code or its linker have no meaning there and are
// left out; asking for a library of the system is an error.

import { UnsupportedError } from "../../core/errors.js";
import type { LoadOptions } from "../load-options.js";
import { foreignLibrary } from "./included-libraries.js";

/** The compiler's options, in nvcc's spelling. @throws UnsupportedError `CUTS_WASM_LIBRARY`. */
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
