// Compares elements with those of a table. Integers and bools must be the same; so must floats, with the sign of zeros,
// unless a tolerance is given. NaN equals NaN.

import { type DType, dtypes } from "../../../src/core/dtype.js";
import type { Tolerance } from "../../../src/array/elementwise/tolerance.js";
import { decodeBfloat16, decodeFloat16 } from "../../../src/core/float16.js";

/** The first element that differs, in words, or undefined. */
export function difference(
  dtype: DType,
  got: ArrayLike<number | bigint>,
  expected: ArrayLike<number | bigint>,
  tolerance: Tolerance,
): string | undefined {
  if (got.length !== expected.length) return `${got.length} numbers, expected ${expected.length}`;
  const allowed = limitOf(dtype, expected, tolerance);
  for (let at = 0; at < got.length; at++) {
    const own = valueOf(dtype, got[at] as number | bigint);
    const right = valueOf(dtype, expected[at] as number | bigint);
    if (Object.is(own, right) || (tolerance.anyZero === true && own === right)) continue;
    if (typeof own === "bigint" || typeof right === "bigint" || !isClose(own, right, allowed))
      return `${own} at ${at}, expected ${right}${ulpsApart(dtype, own, right)}`;
  }
  return undefined;
}

type Limit = (expected: number) => number;

function isClose(got: number, expected: number, allowed: Limit | undefined): boolean {
  return allowed !== undefined && Math.abs(got - expected) <= allowed(expected);
}

function limitOf(
  dtype: DType,
  expected: ArrayLike<number | bigint>,
  { ulps = 0, scaled = 0 }: Tolerance,
): Limit | undefined {
  if (ulps === 0 && scaled === 0) return undefined;
  if (!["float", "complex"].includes(dtypes[dtype].kind)) return undefined;
  let largest = 0;
  for (let at = 0; at < expected.length; at++) {
    const size = Math.abs(Number(valueOf(dtype, expected[at] as number | bigint)));
    if (size > largest && size < Number.POSITIVE_INFINITY) largest = size;
  }
  const base = scaled * formats[dtype as keyof typeof formats].epsilon * largest;
  return (value) => Math.max(base, ulps * ulpOf(dtype, value));
}

/** The bits after the leading one, and the exponent of the smallest normal number. */
const formats = {
  float16: { epsilon: 2 ** -10, tiny: 2 ** -14 },
  bfloat16: { epsilon: 2 ** -7, tiny: 2 ** -126 },
  float32: { epsilon: 2 ** -23, tiny: 2 ** -126 },
  float64: { epsilon: 2 ** -52, tiny: 2 ** -1022 },
  complex64: { epsilon: 2 ** -23, tiny: 2 ** -126 },
  complex128: { epsilon: 2 ** -52, tiny: 2 ** -1022 },
} as const;

function ulpOf(dtype: DType, value: number): number {
  const { epsilon, tiny } = formats[dtype as keyof typeof formats];
  const size = Math.max(Math.abs(value), tiny);
  if (!Number.isFinite(size)) return 0;
  return 2 ** Math.floor(Math.log2(size)) * epsilon;
}

function ulpsApart(dtype: DType, got: number | bigint, expected: number | bigint): string {
  if (typeof got === "bigint" || typeof expected === "bigint" || !(dtype in formats)) return "";
  const apart = Math.abs(got - expected) / ulpOf(dtype, expected);
  return Number.isFinite(apart) ? ` (${apart.toPrecision(3)} ulp)` : "";
}

function valueOf(dtype: DType, stored: number | bigint): number | bigint {
  if (dtype === "float16") return decodeFloat16(stored as number);
  return dtype === "bfloat16" ? decodeBfloat16(stored as number) : stored;
}
