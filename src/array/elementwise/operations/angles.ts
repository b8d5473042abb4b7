// Trigonometric and hyperbolic functions.

import { rare } from "../declare.js";
import { functions, special, special2 } from "../families.js";
import { conj, fromInput, fromResult, lift, linear, ofTwo, only, orOne, type Value } from "../gradient.js";
import { close } from "../tolerance.js";

/** The sine. */
export const sin = functions.unary(
  "sin",
  { float: "sin(a)", complex: rare("cuts_sin(a)") },
  { ...close, ...fromInput((g, a) => g.mul(conj(a.cos()))) },
);
/** The cosine. */
export const cos = functions.unary(
  "cos",
  { float: "cos(a)", complex: rare("cuts_cos(a)") },
  { ...close, ...fromInput((g, a) => g.mul(conj(a.sin())).neg()) },
);
/** The tangent. */
export const tan = special.unary(
  "tan",
  { float: "tan(a)", complex: "cuts_tan(a)" },
  { ...close, ...fromResult((g, y) => g.mul(conj(y.square().add(1)))) },
);
/** The angle with this sine. */
export const arcsin = special.unary(
  "arcsin",
  { float: "asin(a)", complex: "cuts_asin(a)" },
  { ...close, ...fromInput((g, a) => g.div(conj(a.square().neg().add(1).sqrt()))) },
);
/** The angle with this cosine. */
export const arccos = special.unary(
  "arccos",
  { float: "acos(a)", complex: "cuts_acos(a)" },
  { ...close, ...fromInput((g, a) => g.div(conj(a.square().neg().add(1).sqrt())).neg()) },
);
/** The angle with this tangent. */
export const arctan = special.unary(
  "arctan",
  { float: "atan(a)", complex: "cuts_atan(a)" },
  { ...close, ...fromInput((g, a) => g.div(conj(a.square().add(1)))) },
);
/** The angle of the point (b, a), between -π and π. */
export const arctan2 = special2.binary(
  "arctan2",
  { float: "atan2(a, b)" },
  {
    ...close,
    ...ofTwo(
      "ab",
      (g, a, b) => overSquare(g, b, a, b),
      (g, a, b) => overSquare(g.neg(), a, a, b),
    ),
  },
);
/** The hyperbolic sine. */
export const sinh = special.unary(
  "sinh",
  { float: "sinh(a)", complex: "cuts_sinh(a)" },
  { ...close, ...fromInput((g, a) => g.mul(conj(a.cosh()))) },
);
/** The hyperbolic cosine. */
export const cosh = special.unary(
  "cosh",
  { float: "cosh(a)", complex: "cuts_cosh(a)" },
  { ...close, ...fromInput((g, a) => g.mul(conj(a.sinh()))) },
);
/** The hyperbolic tangent. */
export const tanh = functions.unary(
  "tanh",
  { float: "tanh(a)", complex: rare("cuts_tanh(a)") },
  { ...close, ...fromResult((g, y) => g.mul(conj(y.square().neg().add(1)))) },
);
/** The number with this hyperbolic sine. */
export const arcsinh = special.unary(
  "arcsinh",
  { float: "asinh(a)", complex: "cuts_asinh(a)" },
  { ...close, ...fromInput((g, a) => g.div(conj(a.square().add(1).sqrt()))) },
);
/** The number with this hyperbolic cosine. */
export const arccosh = special.unary(
  "arccosh",
  { float: "acosh(a)", complex: "cuts_acosh(a)" },
  { ...close, ...fromInput((g, a) => g.div(conj(a.sub(1).sqrt().mul(a.add(1).sqrt())))) },
);
/** The number with this hyperbolic tangent. */
export const arctanh = special.unary(
  "arctanh",
  { float: "atanh(a)", complex: "cuts_atanh(a)" },
  { ...close, ...fromInput((g, a) => g.div(conj(a.square().neg().add(1)))) },
);
/** Radians as degrees. */
export const degrees = special.unary(
  "degrees",
  { float: "cuts_degrees(a)" },
  linear((g) => g.degrees()),
);
/** Degrees as radians. */
export const radians = special.unary(
  "radians",
  { float: "cuts_radians(a)" },
  linear((g) => g.radians()),
);

/** g x / (a² + b²); 0 where both are 0. */
function overSquare(g: Value, x: Value, a: Value, b: Value): Value {
  const square = lift(a, g).square().add(lift(b, g).square());
  const isSloped = square.notEqual(0);
  return only(isSloped, g.mul(x).div(orOne(isSloped, square)));
}
