// How wide pointers, `size_t` and `long` are in programs and libraries on the cpu device, and how WebAssembly passes them.
import { HAS_WIDE_POINTERS } from "../compiler/clang/device-target.js";
import type { DataModel } from "../cdecl/layout.js";

/** Bytes of a pointer. */
export const POINTER_BYTES = HAS_WIDE_POINTERS ? 8 : 4;

/** The data model of programs. */
export const PROGRAM_MODEL: DataModel = HAS_WIDE_POINTERS ? "LP64" : "ILP32";

/** An address, size or handle as a function of a program takes it. */
export function toPointer(value: number): number | bigint {
  return HAS_WIDE_POINTERS ? BigInt(value) : value;
}

/** An address, size or handle that a function of a program gave. */
export function fromPointer(value: number | bigint): number {
  return typeof value === "bigint" ? Number(BigInt.asUintN(64, value)) : value >>> 0;
}
