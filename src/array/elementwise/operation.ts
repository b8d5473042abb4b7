// An element-wise operation: a name, an expression in CUDA C++ for each kind of number, and the dtype of its result. Kernels,
// broadcasting, promotion and dispatch are derived from it; declare.ts makes functions of it.

import { type DType, type DTypeKind, dtypes } from "../../core/dtype.js";
import type { KernelSource } from "../kernels/kernel-definition.js";
import { floatTypeOf, promoteTypes, realTypeOf } from "../promotion.js";

/** One operation of one or two operands. */
export interface Operation {
  readonly name: string;
  /** How many operands: `a`, or `a` and `b`. */
  readonly arity: 1 | 2;
  /**
   * The value by kind of the dtype it is computed in, as an expression over `a` and `b`. 16-bit floats come as float, all
   * else as what it is. Kinds left out are computed in another dtype: bool as int8, integers as floats.
   */
  readonly expressions: { readonly [K in DTypeKind]?: string };
  /** The dtype of the result: that of the computation, bool, or the real one of a complex dtype. */
  readonly result: "same" | "bool" | "real";
  /** The dtype that integers are computed in where there is no expression for them; NumPy's choice by default. */
  readonly integersAs?: DType;
  /** Whether operands may be exchanged: then one kernel serves `x + 1` and `1 + x`. */
  readonly isCommutative?: boolean;
  /** The operation that gives the same with operands exchanged: `1 < x` is `x > 1`. */
  readonly mirror?: string;
  /** Whether the bits of the result are the same for signed and unsigned integers: then one kernel serves both. */
  readonly isSignless?: boolean;
  /** Whether bool is refused, though its kernels could compute it as int8. */
  readonly refusesBool?: boolean;
  /** Whether narrow dtypes are converted to the widest of their kind, float32 for floats, and back: fewer kernels. */
  readonly isWidened?: boolean;
  /** Whether a number beside an array is made an array first: fewer kernels. */
  readonly hasNoScalars?: boolean;
}

/** A family of operations, whose kernels for one dtype are one group. */
export interface OperationFamily {
  readonly name: string;
  /** The .cuh file that the expressions use. */
  readonly source: KernelSource;
  /** Operations are added when their files are loaded; groups are made after that. */
  readonly operations: readonly Operation[];
}

/** The dtype that an operation on a dtype is computed in; undefined where it is not defined. */
export function computedType(operation: Operation, dtype: DType): DType | undefined {
  const { expressions, integersAs, refusesBool } = operation;
  const { kind } = dtypes[dtype];
  if (refusesBool === true && kind === "bool") return undefined;
  if (expressions[kind] !== undefined) return dtype;
  if (kind === "bool" && expressions.int !== undefined) return "int8";
  if ((kind === "bool" || kind === "int" || kind === "uint") && expressions.float !== undefined)
    return integersAs ?? floatTypeOf(dtype);
  return undefined;
}

/**
 * The same for two operands that promote to a dtype. Integers that are computed as floats are converted before promotion: int8 and
 * uint8 both give float16, although together they promote to int16, which gives float32.
 */
export function computedTypeOfTwo(
  operation: Operation,
  promoted: DType,
  a: DType,
  b: DType,
): DType | undefined {
  const computed = computedType(operation, promoted);
  const isConverted = computed !== undefined && dtypes[computed].kind === "float" && isInteger(promoted);
  return isConverted && operation.integersAs === undefined
    ? promoteTypes(floatTypeOf(a), floatTypeOf(b))
    : computed;
}

/** The dtype of the result of an operation that is computed in a dtype. */
export function resultType(operation: Operation, computed: DType): DType {
  if (operation.result === "bool") return "bool";
  return operation.result === "real" ? realTypeOf(computed) : computed;
}

/** The dtype that operands are converted to for an operation that is computed in `computed`. */
export function widenedType(operation: Operation, computed: DType): DType {
  if (operation.isWidened !== true) return computed;
  const { kind } = dtypes[computed];
  if (kind === "int") return "int64";
  if (kind === "uint") return "uint64";
  if (kind === "complex") return "complex128";
  return computed === "float16" || computed === "bfloat16" ? "float32" : computed;
}

/** The dtype whose kernels compute an operation in `computed`; signed integers may share the kernels of unsigned ones. */
export function kernelType(operation: Operation, computed: DType): DType {
  return operation.isSignless === true && dtypes[computed].kind === "int"
    ? (`u${computed}` as DType)
    : computed;
}

function isInteger(dtype: DType): boolean {
  const { kind } = dtypes[dtype];
  return kind === "int" || kind === "uint";
}
