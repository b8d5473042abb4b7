// The types of element-wise functions: their result dtypes, and the dtypes that a function is not defined for. dtypes.test-d.ts
// compares them with what runs.

import type { DType } from "../../core/dtype.js";
import type { NDArray } from "../ndarray.js";
import type { FractionBeside, Promote, PromoteScalar, Scalar } from "../promotion.js";
import type { OutOf, OutOptions } from "./apply.js";

/** The second operand of an operation. */
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

/** The dtype in which a function of floats is computed. */
export type FloatOf<D extends DType> = D extends "bool" | "int8" | "uint8"
  ? "float16"
  : D extends "int16" | "uint16"
    ? "float32"
    : D extends "int32" | "uint32" | "int64" | "uint64"
      ? "float64"
      : D;

/**
 * The dtype of a function of two floats. Integers are converted before promotion: int8 and uint8 both give float16, although
 * together they promote to int16, which gives float32.
 */
export type FloatResultOf<A extends Operand, B extends Operand> =
  A extends OfDType<infer D extends DType>
    ? B extends OfDType<infer E extends DType>
      ? FloatOfTwo<D, E>
      : FloatOf<ResultOf<A, B>>
    : FloatOf<ResultOf<A, B>>;

/** The dtype of a function of two floats, for two arrays. */
export type FloatOfTwo<D extends DType, E extends DType> = D extends IntegerDType | "bool"
  ? E extends IntegerDType | "bool"
    ? FloatOfIntegers<D, E>
    : FloatOf<Promote<D, E>>
  : FloatOf<Promote<D, E>>;

type FloatOfIntegers<D extends DType, E extends DType> =
  Promote<D, E> extends IntegerDType | "bool" ? Promote<FloatOf<D>, FloatOf<E>> : Promote<D, E>;

/** The result dtype of an array of `D` and an operand. */
export type ResultWith<D extends DType, B extends Operand> =
  B extends OfDType<infer E extends DType> ? Promote<D, E> : PromoteScalar<D, Extract<B, Scalar>>;

/** The dtype of a function of two floats, for an array of `D` and an operand. */
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

/** The dtype of a computation with numbers; bool counts as int8. */
export type NumericOf<D extends DType> = D extends "bool" ? "int8" : D;

/** The dtype of a computation with the numbers of two operands. */
export type NumericResultOf<A extends Operand, B extends Operand> = NumericOf<ResultOf<A, B>>;

/** The dtype of a computation with the numbers of two arrays. */
export type NumericOfTwo<D extends DType, E extends DType> = Numerics[Promote<D, E>];

/** The dtype of a computation with the numbers of an array of `D` and an operand. */
export type NumericWith<D extends DType, B extends Operand> = Numerics[ResultWith<D, B>];

/** The dtype of clipped numbers; a bound of `null` or `undefined` does not count. */
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

/** The result type for a dtype that the function is not defined for and throws for: no function of arrays accepts it. */
export interface NotDefinedFor<D extends DType> {
  readonly [refusal]: D;
}

declare const refusal: unique symbol;

/** The type of the `out` option, for a result of dtype `D`. It does not take part in inferring `D`. */
export type OutFor<D extends DType> = OutOptions<NoInfer<OutOf<D>>>;

// Methods are written from these signatures (`npm run generate`).

/**
 * A function that some dtypes of the first operand are not defined for. The result type reports this, because a constraint on the
 * operand would reject all code that is generic in its dtype.
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

/** The same, where bool counts as int8. */
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

/** A function of two floats; integers are converted to floats. */
export type FloatBinaryFunction = <A extends Operand, B extends Operand>(
  a: A,
  b: B,
  options?: OutOptions,
) => NDArray<FloatResultOf<A, B>>;

/** An operation of two operands of any dtypes. */
export type LooseBinaryFunction = (a: Operand, b: Operand, options?: OutOptions) => NDArray;

/** An operation of two operands with a bool result. */
export type PredicateFunction = (a: Operand, b: Operand, options?: OutOptions<"bool">) => NDArray<"bool">;

/** An operation of one operand that keeps the dtype. */
export type SameFunction = <D extends DType>(a: NDArray<D>, options?: OutFor<D>) => NDArray<D>;

/** The same, where bool counts as int8. */
export type NumericFunction = <D extends DType>(
  a: NDArray<D>,
  options?: OutFor<NumericOf<D>>,
) => NDArray<NumericOf<D>>;

/** A function of floats; integers are converted to floats. */
export type FloatFunction = <D extends DType>(
  a: NDArray<D>,
  options?: OutFor<FloatOf<D>>,
) => NDArray<FloatOf<D>>;

/** Options of gelu. */
export interface GeluOptions<D extends DType = DType> extends OutOptions<D> {
  /** "tanh" for the approximation that some models were trained with. */
  readonly approximate?: "tanh";
}

/** A function of floats that may be approximated. */
export type GeluFunction = <D extends DType>(
  a: NDArray<D>,
  options?: GeluOptions<NoInfer<OutOf<FloatOf<D>>>>,
) => NDArray<FloatOf<D>>;

/** A function of complex numbers with real values. */
export type SizeFunction = <D extends DType>(
  a: NDArray<D>,
  options?: OutFor<RealOf<D>>,
) => NDArray<RealOf<D>>;

/** A function of complex numbers with real float values. */
export type AngleFunction = <D extends DType>(
  a: NDArray<D>,
  options?: OutFor<AngleOf<D>>,
) => NDArray<AngleOf<D>>;

/** A function with a bool result for each element. */
export type QuestionFunction = (a: NDArray, options?: OutOptions<"bool">) => NDArray<"bool">;

/** An array of a dtype, as the receiver type of methods: this one member tells the dtype of users' subclasses too. */
export interface OfDType<out D extends DType> {
  readonly dtype: D;
}
