// Roots, exponentials, logarithms.

import { rare } from "../declare.js";
import { functions, special, special2 } from "../families.js";
import { conj, fromInput, fromResult, ofTwo, only, orOne, type Value } from "../gradient.js";
import { close, closeComplex } from "../tolerance.js";

/** The square root. */
export const sqrt = functions.unary(
  "sqrt",
  { float: "sqrt(a)", complex: rare("cuts_sqrt(a)") },
  { ...closeComplex, ...fromResult((g, y) => g.div(conj(y).mul(2))) },
);
/** The cube root. */
export const cbrt = special.unary(
  "cbrt",
  { float: "cbrt(a)" },
  { ...close, ...fromResult((g, y) => g.div(y.square().mul(3))) },
);
/** The square root of a² + b², without intermediate overflow. */
export const hypot = special2.binary(
  "hypot",
  { float: "hypot(a, b)" },
  {
    ...close,
    ...ofTwo(
      "aby",
      (g, a, _b, y) => overResult(g, a, y),
      (g, _a, b, y) => overResult(g, b, y),
    ),
  },
);
/** e to the power of a. */
export const exp = functions.unary(
  "exp",
  { float: "exp(a)", complex: rare("cuts_exp(a)") },
  { ...close, ...fromResult((g, y) => g.mul(conj(y))) },
);
/** 2 to the power of a. */
export const exp2 = special.unary(
  "exp2",
  { float: "exp2(a)", complex: "cuts_exp(cuts_scale(a, 0.6931471805599453))" },
  { ...close, ...fromResult((g, y) => g.mul(conj(y)).mul(Math.LN2)) },
);
/** exp(a) - 1, accurate for small a. */
export const expm1 = special.unary(
  "expm1",
  { float: "expm1(a)", complex: "cuts_expm1(a)" },
  { ...close, ...fromResult((g, y) => g.mul(conj(y.add(1)))) },
);
/** The natural logarithm. */
export const log = functions.unary(
  "log",
  { float: "log(a)", complex: rare("cuts_log(a)") },
  { ...close, ...fromInput((g, a) => g.div(conj(a))) },
);
/** The logarithm to base 2. */
export const log2 = special.unary(
  "log2",
  { float: "log2(a)", complex: "cuts_scale(cuts_log(a), 1.4426950408889634)" },
  { ...close, ...fromInput((g, a) => g.div(conj(a).mul(Math.LN2))) },
);
/** The logarithm to base 10. */
export const log10 = special.unary(
  "log10",
  { float: "log10(a)", complex: "cuts_scale(cuts_log(a), 0.4342944819032518)" },
  { ...close, ...fromInput((g, a) => g.div(conj(a).mul(Math.LN10))) },
);
/** log(1 + a), accurate for small a. */
export const log1p = special.unary(
  "log1p",
  { float: "log1p(a)", complex: "cuts_log1p(a)" },
  { ...close, ...fromInput((g, a) => g.div(conj(a.add(1)))) },
);

// Digits go where the sum is close to 1.
const closeSums = { tolerance: { ulps: 16 } } as const;
/** log(exp(a) + exp(b)). */
export const logaddexp = special2.binary(
  "logaddexp",
  { float: "cuts_logaddexp(a, b)" },
  {
    ...closeSums,
    ...ofTwo(
      "aby",
      (g, a, _b, y) => g.mul(y.neg().add(a).exp()),
      (g, _a, b, y) => g.mul(y.neg().add(b).exp()),
    ),
  },
);
/** log2(2^a + 2^b). */
export const logaddexp2 = special2.binary(
  "logaddexp2",
  { float: "cuts_logaddexp2(a, b)" },
  {
    ...closeSums,
    ...ofTwo(
      "aby",
      (g, a, _b, y) => g.mul(y.neg().add(a).exp2()),
      (g, _a, b, y) => g.mul(y.neg().add(b).exp2()),
    ),
  },
);

/** g x / y; 0 where y is. */
function overResult(g: Value, x: Value, y: Value): Value {
  const isSloped = y.notEqual(0);
  return only(isSloped, g.mul(x).div(orOne(isSloped, y)));
}
