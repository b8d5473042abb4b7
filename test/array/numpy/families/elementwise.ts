// Element-wise operations against NumPy. Arithmetic, comparisons, rounding and roots are exact. Functions are within 2 units
// of the last place of NumPy's, which has errors of its own; those of complex numbers differ more where real and imaginary
// parts cancel, because NumPy computes complex64 in float32 and CuTS in float64.

import * as cu from "../../../../src/array/array.js";
import type { Tolerance } from "../compare.js";
import type { CaseFamily } from "../family.js";

const close: Tolerance = { ulps: 2 };
const closeComplex: Tolerance = { ulps: 8 };
const functionTolerance = {
  float16: { ulps: 1 },
  float32: close,
  float64: close,
  complex64: closeComplex,
  complex128: closeComplex,
} as const;
const exactFloats = { complex64: closeComplex, complex128: closeComplex } as const;

const functions = [
  "cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh angle",
  "erf erfc sigmoid silu softplus arctan2 hypot logaddexp logaddexp2 power absolute",
].flatMap((names) => names.split(" "));

/** The element-wise operations. */
export const elementwise: CaseFamily = {
  name: "elementwise",
  calls: {
    allclose: async (a: cu.NDArray, b: cu.NDArray, options?: cu.CloseOptions) =>
      cu.array(await cu.allclose(a, b, options)),
  },
  tolerances: {
    ...Object.fromEntries(functions.map((name) => [name, functionTolerance])),
    ...Object.fromEntries(["sqrt", "reciprocal", "sign"].map((name) => [name, exactFloats])),
    // One part of a quotient may cancel to 0, or almost.
    divide: { complex64: { scaled: 4 }, complex128: { scaled: 4 } },
    power: { ...functionTolerance, complex64: { scaled: 16 }, complex128: { scaled: 16 } },
    gamma: { ulps: 4 },
    // Digits go where the logarithm is close to 0, below 0 also in the libraries of C.
    lgamma: { ulps: 128 },
    // The same where the sum is close to 1.
    logaddexp: { ulps: 16 },
    logaddexp2: { ulps: 16 },
    // Which of 0 and -0 is larger is left to the processor.
    ...Object.fromEntries(["maximum", "minimum", "fmax", "fmin"].map((name) => [name, { anyZero: true }])),
    // The rounding of its argument is felt in the tail of erfc: relative errors grow with the square of the argument.
    gelu: { scaled: 4, ulps: 8 },
  },
};
