// Rounding to integers.

import { copyOf } from "../copy-of.js";
import { integers } from "../declare.js";
import { flat } from "../gradient.js";
import { functions, special } from "../families.js";

const wholeAsTheyAre = { bool: copyOf, ...integers(copyOf) } as const;

/** The largest integer that is not larger. */
export const floor = functions.unary("floor", { float: "floor(a)", ...wholeAsTheyAre }, flat);
/** The smallest integer that is not smaller. */
export const ceil = functions.unary("ceil", { float: "ceil(a)", ...wholeAsTheyAre }, flat);
/** The number without its fraction. */
export const trunc = special.unary("trunc", { float: "trunc(a)", ...wholeAsTheyAre }, flat);
/** The nearest integer; halves are rounded to the even neighbor. */
export const rint = special.unary(
  "rint",
  { float: "rint(a)", complex: "cuts_make(rint(a.re), rint(a.im))" },
  flat,
);
