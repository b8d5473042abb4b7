// Convolutions against NumPy, and against their definitions in float64. Sums are added in another order than NumPy's; those
// by way of spectra have errors relative to the largest result.

import type { CaseFamily } from "../family.js";

const sums = { scaled: 4, ulps: 4, anyZero: true } as const;
// NumPy rounds to 16 bits after each product.
const byDtype = {
  float16: { scaled: 8, ulps: 8, anyZero: true },
  float32: sums,
  float64: sums,
  complex64: sums,
  complex128: sums,
};

/** Convolutions of vectors, matrices and pictures. */
export const convolutions: CaseFamily = {
  name: "convolution",
  tolerances: {
    convolve: byDtype,
    correlate: byDtype,
    conv1d: sums,
    conv2d: sums,
    convolve2d: sums,
    correlate2d: sums,
  },
};
