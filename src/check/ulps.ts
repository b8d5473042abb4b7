// The distance of two numbers in units in the last place: how many steps apart they are among the numbers of their type. Equal
// numbers have distance 0, neighbors 1. It is computed from the stored bits, so nothing is rounded.

import { type DType, dtypes, type TypedArray } from "../core/dtype.js";
import { decodeBfloat16, decodeFloat16 } from "../core/float16.js";

/** Access to the numbers in an array: their values, and their ranks among all numbers of the type. */
export interface NumberLine {
  /** Parts of one element: 2 for complex numbers. */
  readonly lanes: number;
  /** The number at a slot of the typed array. */
  value(slot: number): number | bigint;
  /** Its rank among all numbers of the type; undefined for NaN. Both zeros have the same rank. */
  rank(slot: number): bigint | undefined;
}

/** Reads the elements of a typed array as numbers of a dtype. */
export function numberLine(data: TypedArray, dtype: DType): NumberLine {
  const { kind, lanes } = dtypes[dtype];
  const read = (slot: number): number | bigint => data[slot] as number | bigint;
  if (kind !== "float" && kind !== "complex") {
    return { lanes, value: read, rank: (slot) => BigInt(read(slot)) };
  }
  const { buffer, byteOffset, length } = data;
  const bytes = data.BYTES_PER_ELEMENT;
  const bits =
    bytes === 8
      ? new BigInt64Array(buffer, byteOffset, length)
      : bytes === 4
        ? new Int32Array(buffer, byteOffset, length)
        : new Int16Array(buffer, byteOffset, length);
  const decode = dtype === "float16" ? decodeFloat16 : dtype === "bfloat16" ? decodeBfloat16 : undefined;
  const value = (slot: number): number => {
    const stored = Number(read(slot));
    return decode === undefined ? stored : decode(stored);
  };
  const lowest = -(1n << BigInt(8 * bytes - 1));
  return {
    lanes,
    value,
    rank: (slot) => {
      if (Number.isNaN(value(slot))) return undefined;
      const own = BigInt(bits[slot] as number | bigint);
      // Bits of negative numbers count away from zero.
      return own >= 0n ? own : lowest - own;
    },
  };
}

/** The distance of two ranks; 0 for two NaN, infinite if only one is NaN. */
export function ulpsBetween(a: bigint | undefined, b: bigint | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : Number.POSITIVE_INFINITY;
  const apart = a - b;
  return Number(apart < 0n ? -apart : apart);
}
