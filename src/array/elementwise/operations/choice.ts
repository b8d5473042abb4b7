// The larger and the smaller of two, and other choices.

import { commutative, integers, numbers } from "../declare.js";
import { comparison, special2 } from "../families.js";
import { anyZero } from "../tolerance.js";

/** The larger of two; NaN where one is NaN. */
export const maximum = comparison.binary(
  "maximum",
  { ...numbers("a >= b || cuts_is_nan(a) ? a : b"), ...integers("a > b ? a : b"), bool: "a || b" },
  { ...commutative, ...anyZero },
);
/** The smaller of two; NaN where one is NaN. */
export const minimum = comparison.binary(
  "minimum",
  { ...numbers("a <= b || cuts_is_nan(a) ? a : b"), ...integers("a < b ? a : b"), bool: "a && b" },
  { ...commutative, ...anyZero },
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
  anyZero,
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
  anyZero,
);
/** 0 where a is negative, b where it is 0, 1 where it is positive. */
export const heaviside = special2.binary("heaviside", { float: "a != a ? a : a == 0 ? b : a < 0 ? 0 : 1" });
/** The size of a with the sign of b. */
export const copysign = special2.binary("copysign", { float: "copysign(a, b)" });
/** The number of the dtype that follows a towards b. */
export const nextafter = special2.binary(
  "nextafter",
  { float: "cuts_next(a_in, b_in)" },
  // The next number is another one in each dtype.
  { isWidened: false },
);
