// Sorting, searching and counting against NumPy. What else waits for a size (bincount, NaN of unique) is in
// test/array/order.test.ts.

import * as cu from "../../../../src/array/array.js";
import type { CaseFamily } from "../family.js";

const rounded = { ulps: 1, scaled: 1 } as const;

/** Sorting, searching and counting. */
export const order: CaseFamily = {
  name: "order",
  calls: {
    topk: (x: cu.NDArray, k: number, options: cu.TopkOptions = {}) => {
      const { values, indices } = cu.topk(x, k, options);
      return [values, indices];
    },
    histogram: (x: cu.NDArray, options: cu.HistogramOptions = {}) => {
      const { counts, edges } = cu.histogram(x, options);
      return [counts, edges];
    },
    uniqueAll: async (x: cu.NDArray, options?: cu.UniqueOptions) => {
      const { values, indices, inverse, counts } = await cu.uniqueAll(x, options);
      return [values, indices, inverse, counts];
    },
  },
  tolerances: { median: rounded, quantile: rounded, percentile: rounded, histogram: { ulps: 2, scaled: 2 } },
};
