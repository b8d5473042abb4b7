// Angles.

import { rare } from "../declare.js";
import { functions, special, special2 } from "../families.js";
import { close } from "../tolerance.js";

/** The sine. */
export const sin = functions.unary("sin", { float: "sin(a)", complex: rare("cuts_sin(a)") }, close);
/** The cosine. */
export const cos = functions.unary("cos", { float: "cos(a)", complex: rare("cuts_cos(a)") }, close);
/** The tangent. */
export const tan = special.unary("tan", { float: "tan(a)", complex: "cuts_tan(a)" }, close);
/** The angle whose sine it is. */
export const arcsin = special.unary("arcsin", { float: "asin(a)", complex: "cuts_asin(a)" }, close);
/** The angle whose cosine it is. */
export const arccos = special.unary("arccos", { float: "acos(a)", complex: "cuts_acos(a)" }, close);
/** The angle whose tangent it is. */
export const arctan = special.unary("arctan", { float: "atan(a)", complex: "cuts_atan(a)" }, close);
/** The angle of the point (b, a), between -π and π. */
export const arctan2 = special2.binary("arctan2", { float: "atan2(a, b)" }, close);
/** The hyperbolic sine. */
export const sinh = special.unary("sinh", { float: "sinh(a)", complex: "cuts_sinh(a)" }, close);
/** The hyperbolic cosine. */
export const cosh = special.unary("cosh", { float: "cosh(a)", complex: "cuts_cosh(a)" }, close);
/** The hyperbolic tangent. */
export const tanh = functions.unary("tanh", { float: "tanh(a)", complex: rare("cuts_tanh(a)") }, close);
/** The number whose hyperbolic sine it is. */
export const arcsinh = special.unary("arcsinh", { float: "asinh(a)", complex: "cuts_asinh(a)" }, close);
/** The number whose hyperbolic cosine it is. */
export const arccosh = special.unary("arccosh", { float: "acosh(a)", complex: "cuts_acosh(a)" }, close);
/** The number whose hyperbolic tangent it is. */
export const arctanh = special.unary("arctanh", { float: "atanh(a)", complex: "cuts_atanh(a)" }, close);
/** Radians as degrees. */
export const degrees = special.unary("degrees", { float: "cuts_degrees(a)" });
/** Degrees as radians. */
export const radians = special.unary("radians", { float: "cuts_radians(a)" });
