// Options of load() for the embedded clang. What concerns the machine's own code or its linker has no meaning there and is
// left out; a library of the system that is asked for is an error.

import { UnsupportedError } from "../../core/errors.js";
import { sortOptions } from "../../program/program-options.js";
import type { LoadOptions } from "../load-options.js";

/** Libraries that are part of every library that runs as WebAssembly, or of its CUDA runtime. */
const included = new Set(
  "m c stdc++ c++ pthread dl rt cudart cudart_static curand cublas cublasLt cufft cusolver cusparse".split(
    " ",
  ),
);

/** The options that the compiler gets, as nvcc spells them. @throws UnsupportedError `CUTS_WASM_LIBRARY`. */
export function wasmOptions(
  name: string,
  options: LoadOptions,
  includes: readonly string[],
): readonly string[] {
  const missing = options.libraries?.find((library) => !included.has(library));
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
  const { compile } = sortOptions([...own, ...defines], options.directory ?? ".");
  return [...compile, ...includes.flatMap((folder) => ["-I", folder])];
}
