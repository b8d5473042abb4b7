// Functions of complex numbers; their parts are in ../parts.ts.

import { astype } from "../../copy.js";
import type { NDArray } from "../../ndarray.js";
import { copyOf } from "../copy-of.js";
import { integers } from "../declare.js";
import { functions, special } from "../families.js";
import { conj, fromInput, isComplexArray, linear, only, orOne } from "../gradient.js";
import { close } from "../tolerance.js";

/** The complex conjugate; for other dtypes a copy, and int8 for bool. */
export const conjugate = functions.unary(
  "conjugate",
  { complex: "cuts_make(a.re, -a.im)", float: copyOf, ...integers(copyOf) },
  linear((g) => conj(g)),
);
/** The angle of a complex number in radians; 0 or π for other dtypes. */
export const angle = special.unary(
  "angle",
  {
    float: "cuts_angle(a)",
    complex: "atan2(a.im, a.re)",
    bool: (a, options): NDArray => {
      using whole = astype(a, "int64");
      return angle(whole, options as never);
    },
  },
  {
    result: "real",
    ...close,
    ...fromInput((g, a) =>
      isComplexArray(a)
        ? only(a.notEqual(0), g.mul({ re: 0, im: 1 }).div(conj(orOne(a.notEqual(0), a))))
        : null,
    ),
  },
);

export { conjugate as conj };
