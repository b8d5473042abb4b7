// How exact the floats of an operation are, as its declaration says: what tests allow and documentation tells.

import type { DType } from "../../core/dtype.js";

/** How far a float may be from the right one; the larger of both counts. */
export interface Tolerance {
  /** In units of the last place of the right value. */
  readonly ulps?: number;
  /** In units of the dtype's epsilon times the largest value: for what adds up, where errors of large terms remain. */
  readonly scaled?: number;
  /** Whether 0 and -0 are the same. */
  readonly anyZero?: boolean;
}

/** One for all dtypes of the result, or by dtype; what is not said is exact. */
export type Tolerances = Tolerance | { readonly [D in DType]?: Tolerance };

const complexParts = { complex64: { ulps: 8 }, complex128: { ulps: 8 } } as const;

/** Functions, whose last digits are left to the libraries of C. */
export const close = {
  tolerance: { float16: { ulps: 1 }, float32: { ulps: 2 }, float64: { ulps: 2 }, ...complexParts },
} as const satisfies Declared;

/** Exact but for complex numbers, whose parts may cancel. */
export const closeComplex = { tolerance: complexParts } as const satisfies Declared;

/** Which of 0 and -0 is larger is left to the processor. */
export const anyZero = { tolerance: { anyZero: true } } as const satisfies Declared;

interface Declared {
  readonly tolerance: Tolerances;
}
