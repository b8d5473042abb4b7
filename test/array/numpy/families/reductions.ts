// Reductions, running sums and softmax against NumPy. Sums are gathered in another order and in wider floats than NumPy's.

import type { CaseFamily } from "../family.js";

const rounded = { ulps: 2, scaled: 2 } as const;
// NumPy computes the parts of these in the dtype itself.
const loose = {
  float16: { ulps: 4, scaled: 4 },
  float32: { ulps: 4, scaled: 4 },
  float64: { ulps: 4, scaled: 4 },
} as const;

/** Reductions and what runs along an axis. */
export const reductions: CaseFamily = {
  name: "reductions",
  tolerances: {
    sum: rounded,
    prod: { ulps: 8, scaled: 8 },
    mean: rounded,
    var: loose,
    std: loose,
    cumsum: rounded,
    cumprod: { ulps: 8, scaled: 8 },
    softmax: loose,
    logSoftmax: loose,
    logsumexp: loose,
    nansum: rounded,
    nanmean: rounded,
    norm: loose,
  },
};
