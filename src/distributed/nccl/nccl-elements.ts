// The reductions that NCCL supports, and what is done instead of the others.

import { type DType, dtypes } from "../../core/dtype.js";
import { libraryConstants } from "../../native/library-constants.js";
import type { ReduceOperation } from "../transport.js";

/** NCCL's type and operation; one element of CuTS is `lanes` elements of NCCL. */
export interface NcclReduction {
  readonly type: number;
  readonly op: number;
  readonly lanes: number;
}

const types: Partial<Record<DType, number>> = {
  int8: libraryConstants.ncclInt8,
  uint8: libraryConstants.ncclUint8,
  bool: libraryConstants.ncclUint8,
  int32: libraryConstants.ncclInt32,
  uint32: libraryConstants.ncclUint32,
  int64: libraryConstants.ncclInt64,
  uint64: libraryConstants.ncclUint64,
  float16: libraryConstants.ncclFloat16,
  bfloat16: libraryConstants.ncclBfloat16,
  float32: libraryConstants.ncclFloat32,
  float64: libraryConstants.ncclFloat64,
  complex64: libraryConstants.ncclFloat32,
  complex128: libraryConstants.ncclFloat64,
};

const operations: Readonly<Record<ReduceOperation, number>> = {
  sum: libraryConstants.ncclSum,
  prod: libraryConstants.ncclProd,
  max: libraryConstants.ncclMax,
  min: libraryConstants.ncclMin,
  mean: libraryConstants.ncclAvg,
};

/** True is 1: the sum of truths is their largest. */
const truths: Readonly<Record<ReduceOperation, ReduceOperation>> = {
  sum: "max",
  prod: "min",
  max: "max",
  min: "min",
  mean: "mean",
};

/**
 * How NCCL reduces elements of a dtype. The alternatives are a wider dtype to convert to first, or "gather" where NCCL cannot
 * reduce at all (products of complex numbers).
 */
export function reductionOf(dtype: DType, op: ReduceOperation): NcclReduction | "int32" | "gather" {
  const isComplex = dtypes[dtype].kind === "complex";
  if (isComplex && op === "prod") return "gather";
  const type = types[dtype];
  // The low bits of sums and products are the same in a wider type.
  if (type === undefined) return "int32";
  return { type, op: operations[dtype === "bool" ? truths[op] : op], lanes: isComplex ? 2 : 1 };
}
