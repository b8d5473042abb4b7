// How wide pointers, `size_t` and `long` are in programs and libraries on the cpu device, and how WebAssembly passes them.

/** Bytes of a pointer. */
export const POINTER_BYTES = 8;

/** An address, size or handle as a function of a program takes it. */
export const toPointer = BigInt as (value: number) => bigint;

/** An address, size, handle or unsigned number that a function of a program gave. */
export function fromPointer(value: number | bigint): number {
  return typeof value === "bigint" ? Number(BigInt.asUintN(64, value)) : value >>> 0;
}
