// The types of element-wise functions: which dtype comes out of which dtypes, and which dtypes a function is not defined for.
// dtypes.test-d.ts holds them against what runs.

import type { DType } from "../../core/dtype.js";
import type { NDArray } from "../ndarray.js";
import type { Promote, PromoteScalar, Scalar } from "../promotion.js";
import type { OutOf, OutOptions } from "./apply.js";

/** What stands beside an array in an operation of two. */
export type Operand = NDArray | Scalar;

/** The dtype of an operation between two operands. */
export type ResultOf<A extends Operand, B extends Operand> =
  A extends OfDType<infer D extends DType>
    ? B extends OfDType<infer E extends DType>
      ? Promote<D, E>
      : PromoteScalar<D, Extract<B, Scalar>>
    : B extends OfDType<infer E extends DType>
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

/**
 * The dtype of a function of two float numbers. Integers become floats before they meet: int8 and uint8 are float16, though
 * both together would be int16 and so float32.
 */
export type FloatResultOf<A extends Operand, B extends Operand> =
  A extends OfDType<infer D extends DType>
    ? B extends OfDType<infer E extends DType>
      ? FloatOfTwo<D, E>
      : FloatOf<ResultOf<A, B>>
    : FloatOf<ResultOf<A, B>>;

type FloatOfTwo<D extends DType, E extends DType> = D extends IntegerDType | "bool"
  ? E extends IntegerDType | "bool"
    ? FloatOfIntegers<D, E>
    : FloatOf<Promote<D, E>>
  : FloatOf<Promote<D, E>>;

type FloatOfIntegers<D extends DType, E extends DType> =
  Promote<D, E> extends IntegerDType | "bool" ? Promote<FloatOf<D>, FloatOf<E>> : Promote<D, E>;

/** The dtype of a quotient: integers give float64. */
export type QuotientOf<A extends Operand, B extends Operand> = QuotientDType<ResultOf<A, B>>;

type QuotientDType<D extends DType> = D extends IntegerDType | "bool" ? "float64" : D;

type IntegerDType = "int8" | "uint8" | "int16" | "uint16" | "int32" | "uint32" | "int64" | "uint64";

/** The dtype of what is computed with numbers: truth values are taken as int8. */
export type NumericOf<D extends DType> = D extends "bool" ? "int8" : D;

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

/** What a function gives for a dtype that it is not defined for, which it throws for: nothing that an array does works with it. */
export interface NotDefinedFor<D extends DType> {
  readonly [refusal]: D;
}

declare const refusal: unique symbol;

/** What a function of the first operand `D` takes for `out`; it is not what tells D. */
type Out<D extends DType> = OutOptions<NoInfer<OutOf<D>>>;

/** What tells the type of the method from that of the function; there is nothing under them. */
declare const form: unique symbol;
declare const refused: unique symbol;

/** What every function says for its method. */
interface Formed<Form extends keyof Forms = keyof Forms> {
  readonly [form]?: Form;
  readonly [refused]?: DType;
}

/**
 * A function that is not defined for some dtypes of the first operand. They are refused by what it gives: as a condition of
 * the operand they would refuse all code that is generic in its dtype.
 */
export type Refusing<Refused extends DType, F> = [Refused] extends [never] ? F : Refusal<Refused> & F;

export interface Refusal<Refused extends DType> {
  /** @deprecated It is not defined for this dtype, and throws. */
  (a: NDArray<Refused>, ...rest: readonly unknown[]): NotDefinedFor<Refused>;
  readonly [refused]?: Refused;
}

/** An operation of two operands whose result has their dtype. */
export interface BinaryFunction extends Formed<"binary"> {
  <A extends Operand, B extends Operand>(a: A, b: B, options?: OutOptions): NDArray<ResultOf<A, B>>;
}

/** The same, where truth values are taken as int8. */
export interface NumericBinaryFunction extends Formed<"numericBinary"> {
  <A extends Operand, B extends Operand>(
    a: A,
    b: B,
    options?: OutOptions,
  ): NDArray<NumericOf<ResultOf<A, B>>>;
}

/** Quotients of two operands. */
export interface QuotientFunction extends Formed<"quotient"> {
  <A extends Operand, B extends Operand>(a: A, b: B, options?: OutOptions): NDArray<QuotientOf<A, B>>;
}

/** A function of two float numbers; integers are taken as floats. */
export interface FloatBinaryFunction extends Formed<"floatBinary"> {
  <A extends Operand, B extends Operand>(a: A, b: B, options?: OutOptions): NDArray<FloatResultOf<A, B>>;
}

/** An operation of two operands, whatever its dtype. */
export type LooseBinaryFunction = (a: Operand, b: Operand, options?: OutOptions) => NDArray;

/** An operation of two operands that tells true from false. */
export interface PredicateFunction extends Formed<"predicate"> {
  (a: Operand, b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
}

/** An operation of one operand that keeps the dtype. */
export interface SameFunction extends Formed<"same"> {
  <D extends DType>(a: NDArray<D>, options?: Out<D>): NDArray<D>;
}

/** The same, where truth values are taken as int8. */
export interface NumericFunction extends Formed<"numeric"> {
  <D extends DType>(a: NDArray<D>, options?: Out<NumericOf<D>>): NDArray<NumericOf<D>>;
}

/** A function of float numbers; integers are taken as floats. */
export interface FloatFunction extends Formed<"float"> {
  <D extends DType>(a: NDArray<D>, options?: Out<FloatOf<D>>): NDArray<FloatOf<D>>;
}

/** How gelu is computed. */
export interface GeluOptions<D extends DType = DType> extends OutOptions<D> {
  /** "tanh" for the approximation that some models were trained with. */
  readonly approximate?: "tanh";
}

/** A function of float numbers that may be approximated. */
export interface GeluFunction extends Formed<"gelu"> {
  <D extends DType>(a: NDArray<D>, options?: GeluOptions<NoInfer<OutOf<FloatOf<D>>>>): NDArray<FloatOf<D>>;
}

/** A function of complex numbers whose values are real. */
export interface SizeFunction extends Formed<"size"> {
  <D extends DType>(a: NDArray<D>, options?: Out<RealOf<D>>): NDArray<RealOf<D>>;
}

/** A function of complex numbers whose values are real floats. */
export interface AngleFunction extends Formed<"angle"> {
  <D extends DType>(a: NDArray<D>, options?: Out<AngleOf<D>>): NDArray<AngleOf<D>>;
}

/** A question about each element. */
export interface QuestionFunction extends Formed<"question"> {
  (a: NDArray, options?: OutOptions<"bool">): NDArray<"bool">;
}

/** The methods of arrays that functions become: the array is the first operand. Those of a function have its documentation. */
export type MethodsOf<Functions extends { readonly [N in keyof Functions]: Formed }> = {
  readonly [N in keyof Functions]: RefusingMethod<
    NonNullable<Functions[N][typeof refused]>,
    Forms[NonNullable<Functions[N][typeof form]>]
  >;
};

/** `Refused` is all dtypes where a function says none. */
type RefusingMethod<Refused extends DType, M> = DType extends Refused ? M : MethodRefusal<Refused> & M;

export interface MethodRefusal<Refused extends DType> {
  /** @deprecated It is not defined for this dtype, and throws. */
  (this: OfDType<Refused>, ...rest: readonly unknown[]): NotDefinedFor<Refused>;
}

/** An array of a dtype, as methods see themselves: arrays of classes of the user's tell theirs by this alone. */
export interface OfDType<out D extends DType> {
  readonly dtype: D;
}

// The dtype is that of `this`, and not of the class that the methods are in: so they are the same members for all dtypes, and
// a union of arrays has them, whatever its dtypes are.
interface Forms {
  binary<D extends DType, B extends Operand>(
    this: OfDType<D>,
    b: B,
    options?: OutOptions,
  ): NDArray<ResultOf<NDArray<D>, B>>;
  numericBinary<D extends DType, B extends Operand>(
    this: OfDType<D>,
    b: B,
    options?: OutOptions,
  ): NDArray<NumericOf<ResultOf<NDArray<D>, B>>>;
  quotient<D extends DType, B extends Operand>(
    this: OfDType<D>,
    b: B,
    options?: OutOptions,
  ): NDArray<QuotientOf<NDArray<D>, B>>;
  floatBinary<D extends DType, B extends Operand>(
    this: OfDType<D>,
    b: B,
    options?: OutOptions,
  ): NDArray<FloatResultOf<NDArray<D>, B>>;
  predicate(this: NDArray, b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  same<D extends DType>(this: OfDType<D>, options?: Out<D>): NDArray<D>;
  numeric<D extends DType>(this: OfDType<D>, options?: Out<NumericOf<D>>): NDArray<NumericOf<D>>;
  float<D extends DType>(this: OfDType<D>, options?: Out<FloatOf<D>>): NDArray<FloatOf<D>>;
  gelu<D extends DType>(
    this: OfDType<D>,
    options?: GeluOptions<NoInfer<OutOf<FloatOf<D>>>>,
  ): NDArray<FloatOf<D>>;
  size<D extends DType>(this: OfDType<D>, options?: Out<RealOf<D>>): NDArray<RealOf<D>>;
  angle<D extends DType>(this: OfDType<D>, options?: Out<AngleOf<D>>): NDArray<AngleOf<D>>;
  question(this: NDArray, options?: OutOptions<"bool">): NDArray<"bool">;
}
