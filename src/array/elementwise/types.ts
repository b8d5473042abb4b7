// The types of element-wise functions: which dtype comes out of which dtypes.

import type { DType } from "../../core/dtype.js";
import type { NDArray } from "../ndarray.js";
import type { Promote, PromoteScalar, Scalar } from "../promotion.js";
import type { OutOptions } from "./apply.js";

/** What stands beside an array in an operation of two. */
export type Operand = NDArray | Scalar;

/** The dtype of an operation between two operands. */
export type ResultOf<A extends Operand, B extends Operand> =
  A extends NDArray<infer D extends DType>
    ? B extends NDArray<infer E extends DType>
      ? Promote<D, E>
      : PromoteScalar<D, Extract<B, Scalar>>
    : B extends NDArray<infer E extends DType>
      ? PromoteScalar<E, Extract<A, Scalar>>
      : DType;

/** The dtype in which a function of float numbers is computed. */
export type FloatOf<D extends DType> = D extends "bool" | "int8" | "uint8"
  ? "float16"
  : D extends "int16" | "uint16"
    ? "float32"
    : D extends "int32" | "uint32" | "int64" | "uint64"
      ? "float64"
      : D;

/** The dtype of a quotient: integers give float64. */
export type QuotientOf<A extends Operand, B extends Operand> = QuotientDType<ResultOf<A, B>>;

type QuotientDType<D extends DType> = D extends IntegerDType | "bool" ? "float64" : D;

type IntegerDType = "int8" | "uint8" | "int16" | "uint16" | "int32" | "uint32" | "int64" | "uint64";

/** The dtype of a power: truth values are taken as int8. */
export type PowerOf<A extends Operand, B extends Operand> = PowerDType<ResultOf<A, B>>;

type PowerDType<D extends DType> = D extends "bool" ? "int8" : D;

/** The dtype of numbers between bounds, where `null` and `undefined` are none. */
export type ClippedOf<D extends DType, Min, Max> = BoundedOf<BoundedOf<D, Min>, Max>;

type BoundedOf<D extends DType, Bound> = Bound extends Operand ? ResultOf<NDArray<D>, Bound> : D;

/** The real dtype of the parts of a complex dtype; others as they are. */
export type RealOf<D extends DType> = D extends "complex64"
  ? "float32"
  : D extends "complex128"
    ? "float64"
    : D;

/** The dtype of an angle: a real float. */
export type AngleOf<D extends DType> = D extends "bool" ? "float64" : RealOf<FloatOf<D>>;

/** What tells the type of the method from that of the function; there is nothing under it. */
declare const form: unique symbol;

/** An operation of two operands whose result has their dtype. */
export interface BinaryFunction {
  <A extends Operand, B extends Operand>(a: A, b: B, options?: OutOptions): NDArray<ResultOf<A, B>>;
  readonly [form]?: "binary";
}

/** Quotients of two operands. */
export interface QuotientFunction {
  <A extends Operand, B extends Operand>(a: A, b: B, options?: OutOptions): NDArray<QuotientOf<A, B>>;
  readonly [form]?: "quotient";
}

/** Powers of two operands. */
export interface PowerFunction {
  <A extends Operand, B extends Operand>(a: A, b: B, options?: OutOptions): NDArray<PowerOf<A, B>>;
  readonly [form]?: "power";
}

/** A function of two float numbers; integers are taken as floats. */
export interface FloatBinaryFunction {
  <A extends Operand, B extends Operand>(a: A, b: B, options?: OutOptions): NDArray<FloatOf<ResultOf<A, B>>>;
  readonly [form]?: "floatBinary";
}

/** An operation of two operands, whatever its dtype. */
export type LooseBinaryFunction = (a: Operand, b: Operand, options?: OutOptions) => NDArray;

/** An operation of two operands that tells true from false. */
export interface PredicateFunction {
  (a: Operand, b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  readonly [form]?: "predicate";
}

/** An operation of one operand that keeps the dtype. */
export interface SameFunction {
  <D extends DType>(a: NDArray<D>, options?: OutOptions<D>): NDArray<D>;
  readonly [form]?: "same";
}

/** A function of float numbers; integers are taken as floats. */
export interface FloatFunction {
  <D extends DType>(a: NDArray<D>, options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  readonly [form]?: "float";
}

/** How gelu is computed. */
export interface GeluOptions<D extends DType = DType> extends OutOptions<D> {
  /** "tanh" for the approximation that some models were trained with. */
  readonly approximate?: "tanh";
}

/** A function of float numbers that may be approximated. */
export interface GeluFunction {
  <D extends DType>(a: NDArray<D>, options?: GeluOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  readonly [form]?: "gelu";
}

/** A function of complex numbers whose values are real. */
export interface SizeFunction {
  <D extends DType>(a: NDArray<D>, options?: OutOptions<RealOf<D>>): NDArray<RealOf<D>>;
  readonly [form]?: "size";
}

/** A function of complex numbers whose values are real floats. */
export interface AngleFunction {
  <D extends DType>(a: NDArray<D>, options?: OutOptions<AngleOf<D>>): NDArray<AngleOf<D>>;
  readonly [form]?: "angle";
}

/** A question about each element. */
export interface QuestionFunction {
  (a: NDArray, options?: OutOptions<"bool">): NDArray<"bool">;
  readonly [form]?: "question";
}

/** The methods of arrays that functions become: the array is the first operand. Those of a function have its documentation. */
export type MethodsOf<Functions extends { readonly [N in keyof Functions]: Formed }, D extends DType> = {
  readonly [N in keyof Functions]: Forms<D>[NonNullable<Functions[N][typeof form]>];
};

interface Formed {
  readonly [form]?: keyof Forms<DType>;
}

// Methods, which may take more than they say they do: a function as a property would make arrays invariant.
interface Forms<D extends DType> {
  binary<B extends Operand>(b: B, options?: OutOptions): NDArray<ResultOf<NDArray<D>, B>>;
  quotient<B extends Operand>(b: B, options?: OutOptions): NDArray<QuotientOf<NDArray<D>, B>>;
  power<B extends Operand>(b: B, options?: OutOptions): NDArray<PowerOf<NDArray<D>, B>>;
  floatBinary<B extends Operand>(b: B, options?: OutOptions): NDArray<FloatOf<ResultOf<NDArray<D>, B>>>;
  predicate(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  same(options?: OutOptions<D>): NDArray<D>;
  float(options?: OutOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  gelu(options?: GeluOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  size(options?: OutOptions<RealOf<D>>): NDArray<RealOf<D>>;
  angle(options?: OutOptions<AngleOf<D>>): NDArray<AngleOf<D>>;
  question(options?: OutOptions<"bool">): NDArray<"bool">;
}
