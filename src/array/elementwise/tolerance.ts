// The accuracy of an operation's floats, from its declaration: tests allow it, and the documentation states it.

import type { DType } from "../../core/dtype.js";

/** How far a float may be from the exact value; the larger limit counts. */
export interface Tolerance {
  /** In units of the last place of the right value. */
  readonly ulps?: number;
  /** In units of the dtype's epsilon times the largest value: for what adds up, where errors of large terms remain. */
  readonly scaled?: number;
  /** Whether 0 and -0 are the same. */
  readonly anyZero?: boolean;
}

/** One tolerance for all result dtypes, or one by dtype; a dtype without one must be exact. */
export type Tolerances = Tolerance | { readonly [D in DType]?: Tolerance };

const complexParts = { complex64: { ulps: 8 }, complex128: { ulps: 8 } } as const;

/** For functions whose last digits depend on the C library. */
export const close = {
  tolerance: { float16: { ulps: 1 }, float32: { ulps: 2 }, float64: { ulps: 2 }, ...complexParts },
} as const satisfies Declared;

/** Exact, except for complex numbers, whose parts may cancel. */
export const closeComplex = { tolerance: complexParts } as const satisfies Declared;

/** Which of 0 and -0 is larger depends on the processor. */
export const anyZero = { tolerance: { anyZero: true } } as const satisfies Declared;

interface Declared {
  readonly tolerance: Tolerances;
}
