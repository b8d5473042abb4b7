// The families of element-wise operations; the kernels of a family for one dtype are compiled and shipped together. Integers wrap,
// and their quotients and remainders are NumPy's; float16 and bfloat16 are computed in float.

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

/** Less common functions: one kernel each for float32, float64 and complex128, to which other dtypes are converted. */
export const special = new Family({ name: "special", source: specialSource, traits: seldom });
/** The same for functions of two numbers; some of them take 64-bit integers. */
export const special2 = new Family({ name: "special2", source: special2Source, traits: seldom });

const rare = { 1: special, 2: special2 } as const;

/** Sums, products and quotients. */
export const arithmetic = new Family({ name: "arithmetic", source: arithmeticSource, rare });
/** Comparisons, maximum and minimum. */
export const comparison = new Family({ name: "comparison", source: comparisonSource, rare });
/** Logic and bits. */
export const logic = new Family({ name: "logic", source: logicSource, rare, traits: flat });
/** The most common functions: each float dtype has its own kernel. */
export const functions = new Family({ name: "functions", source: functionsSource, rare });

/** All families. */
export const families: readonly Family[] = [arithmetic, comparison, logic, functions, special, special2];
