// Maps CuTS's reductions to MPI, which lacks some of the dtypes and operations.

import { astype, copyInto } from "../../array/copy.js";
import { divide } from "../../array/elementwise/functions.js";
import type { NDArray } from "../../array/ndarray.js";
import { inside } from "../../array/operators/watching.js";
import { dtypeNames } from "../../core/dtype.js";
import type { MpiAbi } from "../../native/mpi-abi.js";
import type { RawHandle } from "../../native/raw-call.js";
import { reduceOperations } from "../reduce-operations.js";
import type { ReduceOperation } from "../transport.js";

export type Datatype = RawHandle<"MPI_Datatype">;
export type Operation = RawHandle<"MPI_Op">;

/** Truths are 0 and 1. */
const truths = { sum: "max", prod: "min", max: "max", min: "min" } as const;

/** The MPI operation for a reduction of a dtype. */
export function reducedBy({ operations }: MpiAbi, { dtype }: NDArray, op: ReduceOperation): Operation {
  // True is 1: the sum of truths is their largest.
  const named = op === "mean" ? "sum" : dtype === "bool" ? truths[op] : op;
  return operations[named] as Operation;
}

/**
 * An array that MPI can reduce over `size` ranks: the array itself or a copy. MPI has no 16-bit floats, so these are summed as
 * float32 and rounded once. MPI has no mean, so each rank divides its elements first, as NCCL does. With `isWritten`, the array
 * itself may be overwritten.
 */
export function reducible(x: NDArray, op: ReduceOperation, size: number, isWritten: boolean): NDArray {
  const isDivided = op === "mean" && size > 1;
  if (x.dtype !== "float16" && x.dtype !== "bfloat16") {
    return isDivided ? divided(x, size, isWritten) : x;
  }
  const wide = inside(() => astype(x, "float32"));
  return isDivided ? divided(wide, size, true) : wide;
}

function divided(x: NDArray, size: number, isWritten: boolean): NDArray {
  return inside(() => (isWritten ? divide(x, size, { out: x }) : divide(x, size)));
}

/** Copies the reduced values back into the original array, and disposes of the copy. */
export function putBack(wide: NDArray, into: NDArray): void {
  inside(() => {
    using narrow = astype(wide, into.dtype);
    copyInto(narrow, into);
  });
  wide.dispose();
}

/** The MPI type of the elements in a reduction. */
export function reducedType({ datatypes }: MpiAbi, { dtype }: NDArray): Datatype {
  const name = dtype === "bool" ? "uint8" : dtype;
  if (name === "float16" || name === "bfloat16") throw new Error(`internal: MPI has no ${name}`);
  return datatypes[name] as Datatype;
}

/** A number that is different for each combination of dtype and operation. */
export function kindOf({ dtype }: NDArray, op: ReduceOperation): number {
  return dtypeNames.indexOf(dtype) * reduceOperations.length + reduceOperations.indexOf(op);
}
