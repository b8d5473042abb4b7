// The cpu device as one that compiles CUDA C++ for what is fused, instead of assembling WebAssembly.

import type { Backend } from "../../../src/backend/backend.js";
import * as cu from "../../../src/index.js";

/** Runs a function while the cpu device has no assembler. */
export function withoutAssembler<R>(run: () => R): R {
  const { backend } = cu.device("cpu") as unknown as { readonly backend: Backend };
  const { assembler } = backend;
  if (assembler === null) throw new Error("the cpu device has no assembler to leave out");
  Object.defineProperty(backend, "assembler", { value: null, configurable: true });
  try {
    return run();
  } finally {
    Object.defineProperty(backend, "assembler", { value: assembler, configurable: true });
  }
}
