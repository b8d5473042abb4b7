// Rounding to whole numbers.

import { copyOf } from "../copy-of.js";
import { integers } from "../declare.js";
import { flat } from "../gradient.js";
import { functions, special } from "../families.js";

const wholeAsTheyAre = { bool: copyOf, ...integers(copyOf) } as const;

/** The nearest whole number that is not larger. */
export const floor = functions.unary("floor", { float: "floor(a)", ...wholeAsTheyAre }, flat);
/** The nearest whole number that is not smaller. */
export const ceil = functions.unary("ceil", { float: "ceil(a)", ...wholeAsTheyAre }, flat);
/** The number without its fraction. */
export const trunc = special.unary("trunc", { float: "trunc(a)", ...wholeAsTheyAre }, flat);
/** The nearest whole number, the even one of two. */
export const rint = special.unary(
  "rint",
  { float: "rint(a)", complex: "cuts_make(rint(a.re), rint(a.im))" },
  flat,
);
