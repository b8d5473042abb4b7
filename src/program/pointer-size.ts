// How wide pointers, `size_t` and `long` are in programs and libraries on the cpu device, and how WebAssembly passes them.
import { HAS_WIDE_POINTERS } from "../compiler/clang/program-model.js";

/** Bytes of a pointer. */
export const POINTER_BYTES = HAS_WIDE_POINTERS ? 8 : 4;

/** An address, size or handle as a function of a program takes it. */
export function toPointer(value: number): number | bigint {
  return HAS_WIDE_POINTERS ? BigInt(value) : value;
}

/** An address, size or handle that a function of a program gave. */
export function fromPointer(value: number | bigint): number {
  return typeof value === "bigint" ? Number(BigInt.asUintN(64, value)) : value >>> 0;
}
