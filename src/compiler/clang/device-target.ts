// What code on the cpu device is compiled for: pointers, `size_t` and `long` have 8 bytes, as with nvcc. clang reads sources for wasm64. The
// IR of kernels becomes one for wasm32 where pointers have 8 bytes in memory only (passes/narrow-pointers.ts); where that cannot be,
// and for code of the host, the object file is lowered to a memory with 32-bit addresses (memory64/).

import type { DataModel } from "../../cdecl/layout.js";

/** The data model of all code on the cpu device. */
export const CPU_DATA_MODEL: DataModel = "LP64";

/** How wide addresses are where code runs. */
export type WasmTarget = "wasm32" | "wasm64";

/**
 * How wide addresses of memory are: 32 bits, whatever pointers are, or 64, for programs that need more than 4 GiB
 * (backend/cpu/machine/wide-memory.js). Code for those is neither narrowed nor lowered.
 */
export type AddressBits = 32 | 64;

/** What a module of IR is for. */
export function targetOf({ triple }: { readonly triple: string | undefined }): WasmTarget {
  return triple?.startsWith("wasm64") === true ? "wasm64" : "wasm32";
}

/** A target as clang is told it. */
export function tripleOf(target: WasmTarget): string {
  return `${target}-unknown-unknown`;
}
