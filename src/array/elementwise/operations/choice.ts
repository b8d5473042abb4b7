// The larger or smaller of two numbers, and similar selections.

import { commutative, integers, numbers } from "../declare.js";
import { comparison, special2 } from "../families.js";
import { choose, lift, noGradient, ofTwo, only, orOne, type Value } from "../gradient.js";
import { anyZero } from "../tolerance.js";

/** The larger of two; NaN where one is NaN. */
export const maximum = comparison.binary(
  "maximum",
  { ...numbers("a >= b || cuts_is_nan(a) ? a : b"), ...integers("a > b ? a : b"), bool: "a || b" },
  {
    ...commutative,
    ...anyZero,
    ...ofTwo(
      "ab",
      (g, a, b) => ofWinner(g, lift(a, g).less(b), a, b),
      (g, a, b) => ofWinner(g, lift(b, g).less(a), a, b),
    ),
  },
);
/** The smaller of two; NaN where one is NaN. */
export const minimum = comparison.binary(
  "minimum",
  { ...numbers("a <= b || cuts_is_nan(a) ? a : b"), ...integers("a < b ? a : b"), bool: "a && b" },
  {
    ...commutative,
    ...anyZero,
    ...ofTwo(
      "ab",
      (g, a, b) => ofWinner(g, lift(a, g).greater(b), a, b),
      (g, a, b) => ofWinner(g, lift(b, g).greater(a), a, b),
    ),
  },
);
/** The larger of two; where one is NaN, the other. */
export const fmax = special2.binary(
  "fmax",
  {
    float: "a >= b || b != b ? a : b",
    complex: "a >= b || b != b ? a : b",
    ...integers(maximum),
    bool: maximum,
  },
  {
    ...anyZero,
    ...ofTwo(
      "ab",
      (g, a, b) => only(isFirst(g, a, b, "greaterEqual"), g),
      (g, a, b) => only(isFirst(g, a, b, "greaterEqual").logicalNot(), g),
    ),
  },
);
/** The smaller of two; where one is NaN, the other. */
export const fmin = special2.binary(
  "fmin",
  {
    float: "a <= b || b != b ? a : b",
    complex: "a <= b || b != b ? a : b",
    ...integers(minimum),
    bool: minimum,
  },
  {
    ...anyZero,
    ...ofTwo(
      "ab",
      (g, a, b) => only(isFirst(g, a, b, "lessEqual"), g),
      (g, a, b) => only(isFirst(g, a, b, "lessEqual").logicalNot(), g),
    ),
  },
);
/** 0 where a is negative, b where it is 0, 1 where it is positive. */
export const heaviside = special2.binary(
  "heaviside",
  { float: "a != a ? a : a == 0 ? b : a < 0 ? 0 : 1" },
  ofTwo(
    "a",
    () => null,
    (g, a) => only(lift(a, g).equal(0), g),
  ),
);
/** The magnitude of a with the sign of b. */
export const copysign = special2.binary(
  "copysign",
  { float: "copysign(a, b)" },
  ofTwo(
    "aby",
    (g, a, _b, y) => only(y.notEqual(0), g.mul(y.div(orOne(y.notEqual(0), a)))),
    () => null,
  ),
);
/** The next number of the dtype after a, towards b. */
export const nextafter = special2.binary(
  "nextafter",
  { float: "cuts_next(a_in, b_in)" },
  // The next number is another one in each dtype.
  { isWidened: false, ...noGradient("the next number is no smooth function") },
);

/** The gradient of the one that won, where `isLoser` says which did not; half of it where both are equal. */
function ofWinner(g: Value, isLoser: Value, a: Value, b: Value): Value {
  return choose(isLoser, 0, choose(lift(a, g).equal(b), g.mul(0.5), g));
}

/** Whether the first is the result: where it is not worse, and where the second is NaN. */
function isFirst(g: Value, a: Value, b: Value, compare: "greaterEqual" | "lessEqual"): Value {
  const second = lift(b, g);
  return lift(a, g)[compare](second).logicalOr(second.notEqual(second));
}
