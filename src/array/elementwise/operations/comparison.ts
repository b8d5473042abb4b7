// Comparisons, and tests of each number.

import { exactly } from "../compare.js";
import { both, everything } from "../declare.js";
import { comparison, special } from "../families.js";
import { flat } from "../gradient.js";

/** a == b. Integers of any dtype and size are compared exactly. */
export const equal = exactly(
  "equal",
  comparison.binary("equal", everything("a == b"), { ...flat, result: "bool", ...both }),
);
/** a != b. */
export const notEqual = exactly(
  "notEqual",
  comparison.binary("notEqual", everything("a != b"), { ...flat, result: "bool", ...both }),
);
/** a < b. */
export const less = exactly(
  "less",
  comparison.binary("less", everything("a < b"), { ...flat, result: "bool", mirror: "greater" }),
);
/** a <= b. */
export const lessEqual = exactly(
  "lessEqual",
  comparison.binary("lessEqual", everything("a <= b"), { ...flat, result: "bool", mirror: "greaterEqual" }),
);
/** a > b. */
export const greater = exactly(
  "greater",
  comparison.binary("greater", everything("a > b"), { ...flat, result: "bool", mirror: "less" }),
);
/** a >= b. */
export const greaterEqual = exactly(
  "greaterEqual",
  comparison.binary("greaterEqual", everything("a >= b"), { ...flat, result: "bool", mirror: "lessEqual" }),
);

/** Whether the number is NaN. */
export const isnan = comparison.unary(
  "isnan",
  { float: "a != a", complex: "a != a" },
  { ...flat, result: "bool" },
);
/** Whether the number is infinite. */
export const isinf = special.unary(
  "isinf",
  { float: "cuts_is_inf(a)", complex: "cuts_is_inf(a.re) || cuts_is_inf(a.im)" },
  { ...flat, result: "bool" },
);
/** Whether the number is positive infinity. */
export const isposinf = special.unary(
  "isposinf",
  { float: "cuts_is_inf(a) && a > 0" },
  { ...flat, result: "bool" },
);
/** Whether the number is negative infinity. */
export const isneginf = special.unary(
  "isneginf",
  { float: "cuts_is_inf(a) && a < 0" },
  { ...flat, result: "bool" },
);
/** Whether the number is neither infinite nor NaN. */
export const isfinite = special.unary(
  "isfinite",
  { float: "a - a == 0", complex: "a.re - a.re == 0 && a.im - a.im == 0" },
  { ...flat, result: "bool" },
);
/** Whether the number has a minus sign; true for -0. */
export const signbit = special.unary(
  "signbit",
  { float: "cuts_is_negative(a)" },
  { ...flat, result: "bool" },
);
