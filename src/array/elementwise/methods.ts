// Element-wise operations as methods: the array is the first operand.

import type { DType } from "../../core/dtype.js";
import { addMethods } from "../add-methods.js";
import type { NDArray } from "../ndarray.js";
import type { OutOptions } from "./apply.js";
import * as f from "./functions.js";
import { inplace } from "./inplace.js";
import { allclose, allcloseSync, type CloseOptions, isclose, type IscloseOptions } from "./isclose.js";
import { imag, real } from "./parts.js";
import { round, type RoundOptions } from "./round.js";
import { type Bound, clip } from "./select.js";
import type {
  ClippedOf,
  FloatOf,
  LooseBinaryFunction,
  Operand,
  PowerOf,
  QuotientOf,
  RealOf,
  ResultOf,
} from "./types.js";

/** Element-wise operations; what each does is said at the function of its name (`sub` is `subtract`, and so on). */
export interface ElementwiseMethods<D extends DType> {
  add<B extends Operand>(b: B, options?: OutOptions): NDArray<ResultOf<NDArray<D>, B>>;
  sub<B extends Operand>(b: B, options?: OutOptions): NDArray<ResultOf<NDArray<D>, B>>;
  mul<B extends Operand>(b: B, options?: OutOptions): NDArray<ResultOf<NDArray<D>, B>>;
  /** Quotients; integers give float64. */
  div<B extends Operand>(b: B, options?: OutOptions): NDArray<QuotientOf<NDArray<D>, B>>;
  floorDivide<B extends Operand>(b: B, options?: OutOptions): NDArray<ResultOf<NDArray<D>, B>>;
  mod<B extends Operand>(b: B, options?: OutOptions): NDArray<ResultOf<NDArray<D>, B>>;
  pow<B extends Operand>(b: B, options?: OutOptions): NDArray<PowerOf<NDArray<D>, B>>;
  maximum<B extends Operand>(b: B, options?: OutOptions): NDArray<ResultOf<NDArray<D>, B>>;
  minimum<B extends Operand>(b: B, options?: OutOptions): NDArray<ResultOf<NDArray<D>, B>>;
  fmax<B extends Operand>(b: B, options?: OutOptions): NDArray<ResultOf<NDArray<D>, B>>;
  fmin<B extends Operand>(b: B, options?: OutOptions): NDArray<ResultOf<NDArray<D>, B>>;
  arctan2<B extends Operand>(b: B, options?: OutOptions): NDArray<FloatOf<ResultOf<NDArray<D>, B>>>;
  hypot<B extends Operand>(b: B, options?: OutOptions): NDArray<FloatOf<ResultOf<NDArray<D>, B>>>;
  logaddexp<B extends Operand>(b: B, options?: OutOptions): NDArray<FloatOf<ResultOf<NDArray<D>, B>>>;
  copysign<B extends Operand>(b: B, options?: OutOptions): NDArray<FloatOf<ResultOf<NDArray<D>, B>>>;
  equal(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  notEqual(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  less(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  lessEqual(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  greater(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  greaterEqual(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  logicalAnd(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  logicalOr(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  logicalXor(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  logicalNot(options?: OutOptions<"bool">): NDArray<"bool">;
  bitwiseAnd<B extends Operand>(b: B, options?: OutOptions): NDArray<ResultOf<NDArray<D>, B>>;
  bitwiseOr<B extends Operand>(b: B, options?: OutOptions): NDArray<ResultOf<NDArray<D>, B>>;
  bitwiseXor<B extends Operand>(b: B, options?: OutOptions): NDArray<ResultOf<NDArray<D>, B>>;
  bitwiseNot(options?: OutOptions<D>): NDArray<D>;
  leftShift<B extends Operand>(b: B, options?: OutOptions): NDArray<ResultOf<NDArray<D>, B>>;
  rightShift<B extends Operand>(b: B, options?: OutOptions): NDArray<ResultOf<NDArray<D>, B>>;
  neg(options?: OutOptions<D>): NDArray<D>;
  abs(options?: OutOptions<RealOf<D>>): NDArray<RealOf<D>>;
  square(options?: OutOptions<D>): NDArray<D>;
  reciprocal(options?: OutOptions<D>): NDArray<D>;
  sign(options?: OutOptions<D>): NDArray<D>;
  floor(options?: OutOptions<D>): NDArray<D>;
  ceil(options?: OutOptions<D>): NDArray<D>;
  trunc(options?: OutOptions<D>): NDArray<D>;
  sqrt(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  cbrt(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  exp(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  exp2(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  expm1(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  log(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  log2(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  log10(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  log1p(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  sin(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  cos(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  tan(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  arcsin(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  arccos(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  arctan(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  sinh(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  cosh(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  tanh(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  arcsinh(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  arccosh(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  arctanh(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  erf(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  erfc(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  sigmoid(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  relu(options?: OutOptions<D>): NDArray<D>;
  silu(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  softplus(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  gelu(options?: f.GeluOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  isnan(options?: OutOptions<"bool">): NDArray<"bool">;
  isinf(options?: OutOptions<"bool">): NDArray<"bool">;
  isfinite(options?: OutOptions<"bool">): NDArray<"bool">;
  isclose(b: Operand, options?: IscloseOptions): NDArray<"bool">;
  allclose(b: Operand, options?: CloseOptions): Promise<boolean>;
  /** The same, blocking the event loop. */
  allcloseSync(b: Operand, options?: CloseOptions): boolean;
  conj(options?: OutOptions<D>): NDArray<D>;
  round(options?: RoundOptions<D>): NDArray<D>;
  clip<A extends Bound, B extends Bound = undefined>(
    min: A,
    max?: B,
    options?: OutOptions,
  ): NDArray<ClippedOf<D, A, B>>;
  /** The real parts: a view. */
  readonly real: NDArray<RealOf<D>>;
  /** The imaginary parts: a view of a complex array, zeros for others. */
  readonly imag: NDArray<RealOf<D>>;
  /** NumPy's `x += b`; so with the others. The dtype stays: what does not fit it is a TypeError `CUTS_INPLACE`. */
  addInplace(b: Operand): NDArray<D>;
  subInplace(b: Operand): NDArray<D>;
  mulInplace(b: Operand): NDArray<D>;
  divInplace(b: Operand): NDArray<D>;
  floorDivideInplace(b: Operand): NDArray<D>;
  modInplace(b: Operand): NDArray<D>;
  powInplace(b: Operand): NDArray<D>;
  bitwiseAndInplace(b: Operand): NDArray<D>;
  bitwiseOrInplace(b: Operand): NDArray<D>;
  bitwiseXorInplace(b: Operand): NDArray<D>;
  leftShiftInplace(b: Operand): NDArray<D>;
  rightShiftInplace(b: Operand): NDArray<D>;
}

declare module "../ndarray.js" {
  interface NDArray<out D extends DType = DType> extends ElementwiseMethods<D> {}
}

/** The name of each method and the function it is. */
const functionOf = {
  add: f.add,
  sub: f.subtract,
  mul: f.multiply,
  div: f.divide,
  floorDivide: f.floorDivide,
  mod: f.remainder,
  pow: f.power,
  maximum: f.maximum,
  minimum: f.minimum,
  fmax: f.fmax,
  fmin: f.fmin,
  arctan2: f.arctan2,
  hypot: f.hypot,
  logaddexp: f.logaddexp,
  copysign: f.copysign,
  equal: f.equal,
  notEqual: f.notEqual,
  less: f.less,
  lessEqual: f.lessEqual,
  greater: f.greater,
  greaterEqual: f.greaterEqual,
  logicalAnd: f.logicalAnd,
  logicalOr: f.logicalOr,
  logicalXor: f.logicalXor,
  logicalNot: f.logicalNot,
  bitwiseAnd: f.bitwiseAnd,
  bitwiseOr: f.bitwiseOr,
  bitwiseXor: f.bitwiseXor,
  bitwiseNot: f.bitwiseNot,
  leftShift: f.leftShift,
  rightShift: f.rightShift,
  neg: f.negative,
  abs: f.absolute,
  square: f.square,
  reciprocal: f.reciprocal,
  sign: f.sign,
  floor: f.floor,
  ceil: f.ceil,
  trunc: f.trunc,
  sqrt: f.sqrt,
  cbrt: f.cbrt,
  exp: f.exp,
  exp2: f.exp2,
  expm1: f.expm1,
  log: f.log,
  log2: f.log2,
  log10: f.log10,
  log1p: f.log1p,
  sin: f.sin,
  cos: f.cos,
  tan: f.tan,
  arcsin: f.arcsin,
  arccos: f.arccos,
  arctan: f.arctan,
  sinh: f.sinh,
  cosh: f.cosh,
  tanh: f.tanh,
  arcsinh: f.arcsinh,
  arccosh: f.arccosh,
  arctanh: f.arctanh,
  erf: f.erf,
  erfc: f.erfc,
  sigmoid: f.sigmoid,
  relu: f.relu,
  silu: f.silu,
  softplus: f.softplus,
  gelu: f.gelu,
  isnan: f.isnan,
  isinf: f.isinf,
  isfinite: f.isfinite,
  isclose,
  allclose,
  allcloseSync,
  conj: f.conjugate,
  round,
} satisfies {
  readonly [M in Exclude<
    keyof ElementwiseMethods<DType>,
    "clip" | keyof typeof views | `${string}Inplace`
  >]: unknown;
};

const inplaceOf = {
  addInplace: f.add,
  subInplace: f.subtract,
  mulInplace: f.multiply,
  divInplace: f.divide,
  floorDivideInplace: f.floorDivide,
  modInplace: f.remainder,
  powInplace: f.power,
  bitwiseAndInplace: f.bitwiseAnd,
  bitwiseOrInplace: f.bitwiseOr,
  bitwiseXorInplace: f.bitwiseXor,
  leftShiftInplace: f.leftShift,
  rightShiftInplace: f.rightShift,
} satisfies {
  readonly [M in Extract<keyof ElementwiseMethods<DType>, `${string}Inplace`>]: LooseBinaryFunction;
};

const views = {
  get real() {
    return real(this);
  },
  get imag() {
    return imag(this);
  },
} as Pick<ElementwiseMethods<DType>, "real" | "imag"> & ThisType<NDArray>;

type Method = (this: NDArray, second?: unknown, third?: unknown) => unknown;

const elementwiseMethods: object = Object.defineProperties(
  {
    ...methodsOf(functionOf, (_name, apply) => {
      const call = apply as (first: unknown, second?: unknown, third?: unknown) => unknown;
      return function (second, third) {
        return call(this, second, third);
      };
    }),
    ...methodsOf(inplaceOf, (name, apply) => {
      const word = name.replace("Inplace", "");
      return function (second) {
        return inplace(word, apply as LooseBinaryFunction, this, second as Operand);
      };
    }),
    clip(this: NDArray, min: Bound, max?: Bound, options?: OutOptions) {
      return clip(this, min, max, options);
    },
  },
  Object.getOwnPropertyDescriptors(views),
);

function methodsOf(
  functions: object,
  make: (name: string, apply: unknown) => Method,
): Record<string, Method> {
  return Object.fromEntries(
    Object.entries(functions).map(([name, apply]) => {
      const method = make(name, apply);
      Object.defineProperty(method, "name", { value: name });
      return [name, method];
    }),
  );
}

addMethods(elementwiseMethods);
