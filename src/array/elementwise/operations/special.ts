// Special functions, and those of neural networks.

import type { NDArray } from "../../ndarray.js";
import { copyOf } from "../copy-of.js";
import { functions, special } from "../families.js";
import { close } from "../tolerance.js";
import type { GeluFunction, GeluOptions, Refusing } from "../types.js";
import { maximum } from "./choice.js";
import { checkOptions, optionNames } from "../../../core/options.js";

/** The error function. */
export const erf = special.unary("erf", { float: "erf(a)" }, close);
/** 1 - erf(a), exact where erf(a) is close to 1. */
export const erfc = special.unary("erfc", { float: "erfc(a)" }, close);
/** The gamma function; NaN at the negative integers. */
export const gamma = special.unary("gamma", { float: "tgamma(a)" }, { tolerance: { ulps: 4 } });
/** The logarithm of the size of the gamma function. */
export const lgamma = special.unary(
  "lgamma",
  { float: "lgamma(a)" },
  // Digits go where the logarithm is close to 0, below 0 also in the libraries of C.
  { tolerance: { ulps: 128 } },
);
/** 1 / (1 + exp(-a)). */
export const sigmoid = functions.unary("sigmoid", { float: "cuts_sigmoid(a)" }, close);
/** a where it is positive, else 0. */
export const relu = functions.unary(
  "relu",
  { float: "a > 0 || a != a ? a : 0", int: (a, options) => maximum(a, 0, options), uint: copyOf },
  { refusesBool: true },
);
/** a sigmoid(a). */
export const silu = functions.unary("silu", { float: "cuts_times(a, cuts_sigmoid(a))" }, close);
/** log(1 + exp(a)). */
export const softplus = special.unary("softplus", { float: "log1p(exp(-fabs(a))) + (a > 0 ? a : 0)" }, close);

const exactGelu = functions.unary(
  "gelu",
  { float: "cuts_gelu(a)" },
  // The rounding of its argument is felt in the tail of erfc: relative errors grow with the square of the argument.
  { tolerance: { scaled: 4, ulps: 8 } },
);
const geluTanh = special.unary("geluTanh", { float: "cuts_gelu_tanh(a)" });
const geluNames = optionNames<GeluOptions>({ out: true, approximate: true });

/** a Φ(a), where Φ is the distribution function of the normal distribution. */
export const gelu = ((a: NDArray, options?: GeluOptions) => {
  if (options === undefined) return exactGelu(a);
  checkOptions(options, geluNames, "compute gelu");
  const into = options.out === undefined ? undefined : { out: options.out };
  return options.approximate === "tanh" ? geluTanh(a, into) : exactGelu(a, into);
}) as Refusing<"complex64" | "complex128", GeluFunction>;
