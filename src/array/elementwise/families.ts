// The families of element-wise operations, whose kernels for one dtype are compiled and shipped together. Integers wrap,
// divide and leave remainders as NumPy's do; float16 and bfloat16 are computed in float.

import { Family, seldom } from "./declare.js";
import { flat } from "./gradient.js";
import {
  arithmeticSource,
  comparisonSource,
  functionsSource,
  logicSource,
  special2Source,
  specialSource,
} from "./kernels.gen.js";

/** Functions that are used less: one kernel for float32, float64 and complex128 each, to which other dtypes are converted. */
export const special = new Family({ name: "special", source: specialSource, traits: seldom });
/** The same for functions of two numbers, some of them of 64-bit integers. */
export const special2 = new Family({ name: "special2", source: special2Source, traits: seldom });

const rare = { 1: special, 2: special2 } as const;

/** Sums, products, quotients. */
export const arithmetic = new Family({ name: "arithmetic", source: arithmeticSource, rare });
/** Comparisons, and what is largest and smallest. */
export const comparison = new Family({ name: "comparison", source: comparisonSource, rare });
/** Logic and bits. */
export const logic = new Family({ name: "logic", source: logicSource, rare, traits: flat });
/** The functions that are used most: each float dtype has a kernel of its own. */
export const functions = new Family({ name: "functions", source: functionsSource, rare });

/** All of them. */
export const families: readonly Family[] = [arithmetic, comparison, logic, functions, special, special2];
