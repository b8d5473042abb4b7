// The element-wise functions that users call: thin, typed, one line each.

import type { DType } from "../../core/dtype.js";
import type { NDArray } from "../ndarray.js";
import type { Promote, PromoteScalar, Scalar } from "../promotion.js";
import { Applicator, type OutOptions } from "./apply.js";
import { arithmetic, comparison, type Family, functions, logic } from "./families.js";

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

/** An operation of two operands whose result has their dtype. */
export type BinaryFunction = <A extends Operand, B extends Operand>(
  a: A,
  b: B,
  options?: OutOptions,
) => NDArray<ResultOf<A, B>>;

/** An operation of two operands whose dtype follows other rules. */
export type LooseBinaryFunction = (a: Operand, b: Operand, options?: OutOptions) => NDArray;

/** An operation of two operands that tells true from false. */
export type PredicateFunction = (a: Operand, b: Operand, options?: OutOptions<"bool">) => NDArray<"bool">;

/** The dtype in which a function of float numbers is computed. */
export type FloatOf<D extends DType> = D extends "bool" | "int8" | "uint8"
  ? "float16"
  : D extends "int16" | "uint16"
    ? "float32"
    : D extends "int32" | "uint32" | "int64" | "uint64"
      ? "float64"
      : D;

/** The real dtype of the parts of a complex dtype; others as they are. */
export type RealOf<D extends DType> = D extends "complex64"
  ? "float32"
  : D extends "complex128"
    ? "float64"
    : D;

/** Sums; for bool, logical or. */
export const add: BinaryFunction = binary(arithmetic, "add");
/** Differences. */
export const subtract: BinaryFunction = binary(arithmetic, "subtract");
/** Products; for bool, logical and. */
export const multiply: BinaryFunction = binary(arithmetic, "multiply");
/** Quotients; integers give float64. */
export const divide: LooseBinaryFunction = binary(arithmetic, "divide");
/** Quotients rounded down; an integer divided by 0 gives 0. */
export const floorDivide: BinaryFunction = binary(arithmetic, "floorDivide");
/** Remainders with the sign of the divisor; for an integer divided by 0 it is 0. */
export const remainder: BinaryFunction = binary(arithmetic, "remainder");
/** The same as {@link remainder}. */
export const mod: BinaryFunction = remainder;
/** a to the power of b. */
export const power: LooseBinaryFunction = binary(functions, "power");
/** The larger of two; NaN where one is NaN. */
export const maximum: BinaryFunction = binary(comparison, "maximum");
/** The smaller of two; NaN where one is NaN. */
export const minimum: BinaryFunction = binary(comparison, "minimum");

/** a == b. */
export const equal: PredicateFunction = predicate(comparison, "equal");
/** a != b. */
export const notEqual: PredicateFunction = predicate(comparison, "notEqual");
/** a < b. */
export const less: PredicateFunction = predicate(comparison, "less");
/** a <= b. */
export const lessEqual: PredicateFunction = predicate(comparison, "lessEqual");
/** a > b. */
export const greater: PredicateFunction = predicate(comparison, "greater");
/** a >= b. */
export const greaterEqual: PredicateFunction = predicate(comparison, "greaterEqual");

/** Whether both are true; what is not 0 is. */
export const logicalAnd: PredicateFunction = predicate(logic, "logicalAnd");
/** Whether one is true. */
export const logicalOr: PredicateFunction = predicate(logic, "logicalOr");
/** Whether exactly one is true. */
export const logicalXor: PredicateFunction = predicate(logic, "logicalXor");
/** Bits set in both. */
export const bitwiseAnd: BinaryFunction = binary(logic, "bitwiseAnd");
/** Bits set in one or both. */
export const bitwiseOr: BinaryFunction = binary(logic, "bitwiseOr");
/** Bits set in exactly one. */
export const bitwiseXor: BinaryFunction = binary(logic, "bitwiseXor");
/** a shifted left by b bits. */
export const leftShift: BinaryFunction = binary(logic, "leftShift");
/** a shifted right by b bits, keeping its sign. */
export const rightShift: BinaryFunction = binary(logic, "rightShift");

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

/** The opposite number. */
export const negative: SameFunction = unary(arithmetic, "negative");
/** The product of a number with itself. */
export const square: SameFunction = unary(arithmetic, "square");
/** 1 / a; for integers rounded towards 0. */
export const reciprocal: SameFunction = unary(arithmetic, "reciprocal");
/** 1, 0 or -1; NaN where the number is NaN. */
export const sign: SameFunction = unary(comparison, "sign");
/** The nearest whole number that is not larger. */
export const floor: SameFunction = unary(functions, "floor");
/** The nearest whole number that is not smaller. */
export const ceil: SameFunction = unary(functions, "ceil");
/** All bits turned round; for bool, not. */
export const bitwiseNot: SameFunction = unary(logic, "bitwiseNot");
/** The size of a number without its sign, or of a complex number. */
export const absolute: SizeFunction = unary(comparison, "absolute");
/** The square root. */
export const sqrt: FloatFunction = unary(functions, "sqrt");
/** e to the power of a. */
export const exp: FloatFunction = unary(functions, "exp");
/** The natural logarithm. */
export const log: FloatFunction = unary(functions, "log");
/** The sine. */
export const sin: FloatFunction = unary(functions, "sin");
/** The cosine. */
export const cos: FloatFunction = unary(functions, "cos");
/** The hyperbolic tangent. */
export const tanh: FloatFunction = unary(functions, "tanh");
/** Whether it is false, or 0. */
export const logicalNot: QuestionFunction = unary(logic, "logicalNot");
/** Whether it is not a number. */
export const isnan: QuestionFunction = unary(comparison, "isnan");

// What an operation gives is decided by its family; the types above say the same to the compiler.

function unary(family: Family, name: string): SameFunction & FloatFunction & QuestionFunction & SizeFunction {
  const applicator = new Applicator(family, name);
  return ((a: NDArray, options?: OutOptions) => applicator.one(a, options)) as never;
}

function binary(family: Family, name: string): BinaryFunction & LooseBinaryFunction {
  const applicator = new Applicator(family, name);
  return ((a: Operand, b: Operand, options?: OutOptions) => applicator.two(a, b, options)) as never;
}

function predicate(family: Family, name: string): PredicateFunction {
  const applicator = new Applicator(family, name);
  return (a, b, options) => applicator.two(a, b, options) as NDArray<"bool">;
}
