// What a run must produce, and how far it may be off. Each tolerance carries its reason.

import type { KernelData } from "./kernel-data.js";

/** The values a buffer must hold; doubles where the oracle computes in double precision. */
export type Expected = KernelData | readonly number[];

/** How far a value may be off. */
export type Tolerance =
  | { readonly kind: "exact" }
  | {
      readonly kind: "bound";
      /** |actual - expected| <= absolute + relative * |expected|; `absolute` may be given for each element. */
      readonly absolute: number | Float64Array;
      readonly relative: number;
      readonly why: string;
    };

export interface Expectation {
  readonly values: Expected;
  readonly tolerance: Tolerance;
  /** How many leading elements may come in any order; 0 when the order is fixed. */
  readonly unordered: number;
}

/** Every element equal. NaN equals NaN, and -0 equals 0. */
export function exactly(values: Expected): Expectation {
  return { values, tolerance: { kind: "exact" }, unordered: 0 };
}

/** The first `count` elements are a permutation of the expected ones; the rest are equal in place. */
export function inAnyOrder(values: Expected, count = values.length): Expectation {
  return { values, tolerance: { kind: "exact" }, unordered: count };
}

/** Every element within absolute + relative * |expected|. Infinities and NaN must be the same. */
export function within(
  values: Expected,
  bound: {
    readonly absolute?: number | Float64Array;
    readonly relative?: number;
    readonly why: string;
  },
): Expectation {
  const { absolute = 0, relative = 0, why } = bound;
  return { values, tolerance: { kind: "bound", absolute, relative, why }, unordered: 0 };
}

/** Half an ulp of float32 relative to a value: the error of one correctly rounded operation. */
export const FLOAT32_ROUNDING = 2 ** -24;

/** Half an ulp of float64 relative to a value. */
export const FLOAT64_ROUNDING = 2 ** -53;

/** The reason for bounds of the form count * rounding * Σ|terms|. */
export const SUMMATION =
  "a sum of n rounded terms, in any order and with or without fma, is off by at most (n + 1) roundings of Σ|terms|";

/** An upper bound on the error of a float32 sum of `count` terms, products included, whose magnitudes sum to `magnitude`. */
export function summationBound(count: number, magnitude: number, rounding = FLOAT32_ROUNDING): number {
  return (count + 1) * rounding * magnitude;
}
