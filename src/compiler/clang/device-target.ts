// What code of the cpu device is compiled for. Pointers, `size_t` and `long` have 8 bytes, as with nvcc, so clang compiles for wasm64.
// Where possible, passes make wasm32 code of a kernel's IR, with 8-byte pointers in memory only (passes/narrow-pointers.ts). Otherwise,
// and for host code, the object file is rewritten for 32-bit addresses (memory64/).

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
