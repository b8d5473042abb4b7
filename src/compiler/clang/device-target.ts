// What device code is compiled for. With LP64 pointers, `size_t` and `long` have 8 bytes, as with nvcc; with ILP32 they have 4. clang
// reads LP64 sources for wasm64. Their IR becomes one for wasm32 where pointers have 8 bytes in memory only
// (simt/narrow-pointers.ts); where that cannot be, the object file is lowered to a memory with 32-bit addresses (memory64/).

import type { DataModel } from "../../cdecl/layout.js";
import type { Prelude } from "./host-language.js";
import { PROGRAM_MODEL } from "./program-model.js";

/** The data models that code for WebAssembly can have. */
export type WasmModel = Extract<DataModel, "LP64" | "ILP32">;

/** Of kernels, and of all that is compiled without code of the host. */
export const KERNEL_MODEL: WasmModel = "LP64";

/** The data model of a source; `prelude` is that of one with code of the host. */
export function modelOf(prelude: Prelude | undefined): WasmModel {
  return prelude === undefined ? KERNEL_MODEL : PROGRAM_MODEL;
}

/** How wide addresses are where code runs. */
export type WasmTarget = "wasm32" | "wasm64";

/** What clang reads a source for. */
export function targetFor(model: WasmModel): WasmTarget {
  return model === "LP64" ? "wasm64" : "wasm32";
}

/** What IR is for. */
export function targetOfIr(ir: string): WasmTarget {
  return /^target triple = "wasm64/m.test(ir) ? "wasm64" : "wasm32";
}

/** A target as clang is told it. */
export function tripleOf(target: WasmTarget): string {
  return `${target}-unknown-unknown`;
}
