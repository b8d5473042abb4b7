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

/** An operation of two operands whose result has their dtype. */
export type BinaryFunction = <A extends Operand, B extends Operand>(
  a: A,
  b: B,
  options?: OutOptions,
) => NDArray<ResultOf<A, B>>;

/** Quotients of two operands. */
export type QuotientFunction = <A extends Operand, B extends Operand>(
  a: A,
  b: B,
  options?: OutOptions,
) => NDArray<QuotientOf<A, B>>;

/** Powers of two operands. */
export type PowerFunction = <A extends Operand, B extends Operand>(
  a: A,
  b: B,
  options?: OutOptions,
) => NDArray<PowerOf<A, B>>;

/** A function of two float numbers; integers are taken as floats. */
export type FloatBinaryFunction = <A extends Operand, B extends Operand>(
  a: A,
  b: B,
  options?: OutOptions,
) => NDArray<FloatOf<ResultOf<A, B>>>;

/** An operation of two operands, whatever its dtype. */
export type LooseBinaryFunction = (a: Operand, b: Operand, options?: OutOptions) => NDArray;

/** An operation of two operands that tells true from false. */
export type PredicateFunction = (a: Operand, b: Operand, options?: OutOptions<"bool">) => NDArray<"bool">;

/** An operation of one operand that keeps the dtype. */
export type SameFunction = <D extends DType>(a: NDArray<D>, options?: OutOptions<D>) => NDArray<D>;

/** A function of float numbers; integers are taken as floats. */
export type FloatFunction = <D extends DType>(
  a: NDArray<D>,
  options?: OutOptions<FloatOf<D>>,
) => NDArray<FloatOf<D>>;

/** A function of complex numbers whose values are real. */
export type SizeFunction = <D extends DType>(
  a: NDArray<D>,
  options?: OutOptions<RealOf<D>>,
) => NDArray<RealOf<D>>;

/** A question about each element. */
export type QuestionFunction = (a: NDArray, options?: OutOptions<"bool">) => NDArray<"bool">;
