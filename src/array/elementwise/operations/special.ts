// Special functions, and activation functions of neural networks.

import type { NDArray } from "../../ndarray.js";
import { copyOf } from "../copy-of.js";
import { functions, special } from "../families.js";
import { choose, fromInput, fromResult, only, type Value } from "../gradient.js";
import { reluGradientAtOnce } from "../relu-gradient.js";
import { close } from "../tolerance.js";
import type { GeluFunction, GeluOptions, Refusing } from "../types.js";
import { maximum } from "./choice.js";
import { checkOptions, optionNames } from "../../../core/options.js";

/** The error function. */
export const erf = special.unary(
  "erf",
  { float: "erf(a)" },
  { ...close, ...fromInput((g, a) => g.mul(bell(a))) },
);
/** 1 - erf(a), accurate where erf(a) is close to 1. */
export const erfc = special.unary(
  "erfc",
  { float: "erfc(a)" },
  { ...close, ...fromInput((g, a) => g.mul(bell(a)).neg()) },
);
/** The gamma function; NaN at the negative integers. */
export const gamma = special.unary(
  "gamma",
  { float: "tgamma(a)" },
  { tolerance: { ulps: 4 }, ...fromInput((g, a) => g.mul(a.gamma()).mul(digamma(a))) },
);
/** The logarithm of the absolute value of the gamma function. */
export const lgamma = special.unary(
  "lgamma",
  { float: "lgamma(a)" },
  // Digits go where the logarithm is close to 0, below 0 also in the libraries of C.
  { tolerance: { ulps: 128 }, ...fromInput((g, a) => g.mul(digamma(a))) },
);
/** 1 / (1 + exp(-a)). */
export const sigmoid = functions.unary(
  "sigmoid",
  { float: "cuts_sigmoid(a)" },
  { ...close, ...fromResult((g, y) => g.mul(y).mul(y.neg().add(1))) },
);
/** a where it is positive, else 0. */
export const relu = functions.unary(
  "relu",
  { float: "a > 0 || a != a ? a : 0", int: (a, options) => maximum(a, 0, options), uint: copyOf },
  {
    refusesBool: true,
    ...fromResult(ofRelu),
  },
);
/** a sigmoid(a). */
export const silu = functions.unary(
  "silu",
  { float: "cuts_times(a, cuts_sigmoid(a))" },
  {
    ...close,
    ...fromInput((g, a) => {
      const part = a.sigmoid();
      return g.mul(part.mul(a.mul(part.neg().add(1)).add(1)));
    }),
  },
);
/** log(1 + exp(a)). */
export const softplus = special.unary(
  "softplus",
  { float: "log1p(exp(-fabs(a))) + (a > 0 ? a : 0)" },
  { ...close, ...fromInput((g, a) => g.mul(a.sigmoid())) },
);

const exactGelu = functions.unary(
  "gelu",
  { float: "cuts_gelu(a)" },
  // The rounding of its argument is felt in the tail of erfc: relative errors grow with the square of the argument.
  {
    tolerance: { scaled: 4, ulps: 8 },
    ...fromInput((g, a) => {
      const below = a.mul(-Math.SQRT1_2).erfc().mul(0.5);
      const density = a
        .square()
        .mul(-0.5)
        .exp()
        .mul(1 / Math.sqrt(2 * Math.PI));
      return g.mul(below.add(a.mul(density)));
    }),
  },
);
const geluTanh = special.unary(
  "geluTanh",
  { float: "cuts_gelu_tanh(a)" },
  fromInput((g, a) => {
    const scale = Math.sqrt(2 / Math.PI);
    const square = a.square();
    const t = square.mul(0.044715).add(1).mul(a).mul(scale).tanh();
    const slope = square
      .mul(3 * 0.044715)
      .add(1)
      .mul(scale);
    const bent = t.square().neg().add(1).mul(a).mul(slope);
    return g.mul(t.add(1).add(bent).mul(0.5));
  }),
);
const geluNames = optionNames<GeluOptions>({ out: true, approximate: true });

/** a Φ(a), where Φ is the distribution function of the normal distribution. */
export const gelu = ((a: NDArray, options?: GeluOptions) => {
  if (options === undefined) return exactGelu(a);
  checkOptions(options, geluNames, "compute gelu");
  const into = options.out === undefined ? undefined : { out: options.out };
  return options.approximate === "tanh" ? geluTanh(a, into) : exactGelu(a, into);
}) as Refusing<"complex64" | "complex128", GeluFunction>;

/** The derivative of erf. */
function bell(a: Value): Value {
  return a
    .square()
    .neg()
    .exp()
    .mul(2 / Math.sqrt(Math.PI));
}

/** The derivative of the logarithm of gamma: by its series for large numbers, to which others are shifted or mirrored. */
function digamma(a: Value): Value {
  const isLeft = a.less(0.5);
  const mirrored = choose(isLeft, a.neg().add(1), a);
  const x = mirrored.add(SHIFT);
  const inverse = x.reciprocal();
  const square = inverse.square();
  let series: Value = square.mul(0);
  for (const term of digammaTerms) series = series.add(term).mul(square);
  let result: Value = x.log().sub(inverse.mul(0.5)).sub(series);
  for (let k = 0; k < SHIFT; k++) result = result.sub(mirrored.add(k).reciprocal());
  const angle = choose(isLeft, a, 0.25).mul(Math.PI);
  return choose(isLeft, result.sub(angle.tan().reciprocal().mul(Math.PI)), result);
}

/** From here on the series has all digits of a float64. */
const SHIFT = 8;
/** B(2k) / 2k for the Bernoulli numbers B, the last one first. */
const digammaTerms = [1 / 12, -691 / 32760, 1 / 132, -1 / 240, 1 / 252, -1 / 120, 1 / 12] as const;

/** The gradient of relu. Its types are said: those of `relu` are inferred from its declaration, which names this. */
function ofRelu(g: Value, y: Value): Value {
  const made: unknown = reluGradientAtOnce(g as NDArray, y as NDArray);
  return (made as Value | undefined) ?? only(y.greater(0), g);
}
