// The types of element-wise functions: which dtype comes out of which dtypes, and which dtypes a function is not defined for.
// dtypes.test-d.ts holds them against what runs.

import type { DType } from "../../core/dtype.js";
import type { NDArray } from "../ndarray.js";
import type { FractionBeside, Promote, PromoteScalar, Scalar } from "../promotion.js";
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

/** The dtype of a function of two float numbers, of two arrays. */
export type FloatOfTwo<D extends DType, E extends DType> = D extends IntegerDType | "bool"
  ? E extends IntegerDType | "bool"
    ? FloatOfIntegers<D, E>
    : FloatOf<Promote<D, E>>
  : FloatOf<Promote<D, E>>;

type FloatOfIntegers<D extends DType, E extends DType> =
  Promote<D, E> extends IntegerDType | "bool" ? Promote<FloatOf<D>, FloatOf<E>> : Promote<D, E>;

/** The dtype of an array of `D` with an operand. */
export type ResultWith<D extends DType, B extends Operand> =
  B extends OfDType<infer E extends DType> ? Promote<D, E> : PromoteScalar<D, Extract<B, Scalar>>;

/** The dtype of a function of two float numbers, of an array of `D` with an operand. */
export type FloatResultWith<D extends DType, B extends Operand> =
  B extends OfDType<infer E extends DType> ? FloatOfTwo<D, E> : FloatOf<PromoteScalar<D, Extract<B, Scalar>>>;

/** The dtype of a quotient: integers give float64. */
export type QuotientOf<A extends Operand, B extends Operand> = FractionBeside<ResultOf<A, B>>;

/** The dtype of the quotient of an array of `D` and an operand. */
export type QuotientWith<D extends DType, B extends Operand> = Quotients[ResultWith<D, B>];

/** The dtype of the quotient of two arrays. */
export type QuotientOfTwo<D extends DType, E extends DType> = Quotients[Promote<D, E>];

// Dtypes by what they become, where that is the second step of a rule: editors show a type that is looked up by its name, such as
// `QuotientOfTwo<D, "int8">`, while D is open.
type Quotients = { readonly [D in DType]: FractionBeside<D> };
type Numerics = { readonly [D in DType]: NumericOf<D> };
type RealFloats = { readonly [D in DType]: RealOf<FloatOf<D>> };

type IntegerDType = "int8" | "uint8" | "int16" | "uint16" | "int32" | "uint32" | "int64" | "uint64";

/** The dtype of what is computed with numbers: truth values are taken as int8. */
export type NumericOf<D extends DType> = D extends "bool" ? "int8" : D;

/** The dtype of what is computed with the numbers of two operands. */
export type NumericResultOf<A extends Operand, B extends Operand> = NumericOf<ResultOf<A, B>>;

/** The dtype of what is computed with the numbers of two arrays. */
export type NumericOfTwo<D extends DType, E extends DType> = Numerics[Promote<D, E>];

/** The dtype of what is computed with the numbers of an array of `D` and an operand. */
export type NumericWith<D extends DType, B extends Operand> = Numerics[ResultWith<D, B>];

/** The dtype of numbers between bounds, where `null` and `undefined` are none. */
export type ClippedOf<D extends DType, Min, Max> = BoundedOf<BoundedOf<D, Min>, Max>;

type BoundedOf<D extends DType, Bound> = Bound extends Operand ? ResultOf<NDArray<D>, Bound> : D;

/** The real dtype of the parts of a complex dtype; others as they are. */
export type RealOf<D extends DType> = D extends "complex64"
  ? "float32"
  : D extends "complex128"
    ? "float64"
    : D;

/** The real float dtype in which numbers of a dtype are computed. */
export type RealFloatOf<D extends DType> = RealFloats[D];

/** The dtype of an angle: a real float. */
export type AngleOf<D extends DType> = D extends "bool" ? "float64" : RealOf<FloatOf<D>>;

/** What a function gives for a dtype that it is not defined for, which it throws for: nothing that an array does works with it. */
export interface NotDefinedFor<D extends DType> {
  readonly [refusal]: D;
}

declare const refusal: unique symbol;

/** What a function of the first operand takes for `out`, if its result is of dtype `D`; it is not what tells D. */
export type OutFor<D extends DType> = OutOptions<NoInfer<OutOf<D>>>;

// Methods are written from these signatures (`npm run generate`).

/**
 * A function that is not defined for some dtypes of the first operand. They are refused by what it gives: as a condition of
 * the operand they would refuse all code that is generic in its dtype.
 */
export type Refusing<Refused extends DType, F> = [Refused] extends [never] ? F : Refusal<Refused> & F;

export interface Refusal<Refused extends DType> {
  /** @deprecated It is not defined for this dtype, and throws. */
  (a: NDArray<Refused>, ...rest: readonly unknown[]): NotDefinedFor<Refused>;
}

/** An operation of two operands whose result has their dtype. */
export type BinaryFunction = <A extends Operand, B extends Operand>(
  a: A,
  b: B,
  options?: OutOptions,
) => NDArray<ResultOf<A, B>>;

/** The same, where truth values are taken as int8. */
export type NumericBinaryFunction = <A extends Operand, B extends Operand>(
  a: A,
  b: B,
  options?: OutOptions,
) => NDArray<NumericResultOf<A, B>>;

/** Quotients of two operands. */
export type QuotientFunction = <A extends Operand, B extends Operand>(
  a: A,
  b: B,
  options?: OutOptions,
) => NDArray<QuotientOf<A, B>>;

/** A function of two float numbers; integers are taken as floats. */
export type FloatBinaryFunction = <A extends Operand, B extends Operand>(
  a: A,
  b: B,
  options?: OutOptions,
) => NDArray<FloatResultOf<A, B>>;

/** An operation of two operands, whatever its dtype. */
export type LooseBinaryFunction = (a: Operand, b: Operand, options?: OutOptions) => NDArray;

/** An operation of two operands that tells true from false. */
export type PredicateFunction = (a: Operand, b: Operand, options?: OutOptions<"bool">) => NDArray<"bool">;

/** An operation of one operand that keeps the dtype. */
export type SameFunction = <D extends DType>(a: NDArray<D>, options?: OutFor<D>) => NDArray<D>;

/** The same, where truth values are taken as int8. */
export type NumericFunction = <D extends DType>(
  a: NDArray<D>,
  options?: OutFor<NumericOf<D>>,
) => NDArray<NumericOf<D>>;

/** A function of float numbers; integers are taken as floats. */
export type FloatFunction = <D extends DType>(
  a: NDArray<D>,
  options?: OutFor<FloatOf<D>>,
) => NDArray<FloatOf<D>>;

/** How gelu is computed. */
export interface GeluOptions<D extends DType = DType> extends OutOptions<D> {
  /** "tanh" for the approximation that some models were trained with. */
  readonly approximate?: "tanh";
}

/** A function of float numbers that may be approximated. */
export type GeluFunction = <D extends DType>(
  a: NDArray<D>,
  options?: GeluOptions<NoInfer<OutOf<FloatOf<D>>>>,
) => NDArray<FloatOf<D>>;

/** A function of complex numbers whose values are real. */
export type SizeFunction = <D extends DType>(
  a: NDArray<D>,
  options?: OutFor<RealOf<D>>,
) => NDArray<RealOf<D>>;

/** A function of complex numbers whose values are real floats. */
export type AngleFunction = <D extends DType>(
  a: NDArray<D>,
  options?: OutFor<AngleOf<D>>,
) => NDArray<AngleOf<D>>;

/** A question about each element. */
export type QuestionFunction = (a: NDArray, options?: OutOptions<"bool">) => NDArray<"bool">;

/** An array of a dtype, as methods see themselves: arrays of classes of the user's tell theirs by this alone. */
export interface OfDType<out D extends DType> {
  readonly dtype: D;
}
