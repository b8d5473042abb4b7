// What MPI reduces of an array, and by what: it has neither all dtypes nor all operations of CuTS.

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

/** By what MPI reduces elements of a dtype. */
export function reducedBy({ operations }: MpiAbi, { dtype }: NDArray, op: ReduceOperation): Operation {
  // True is 1: the sum of truths is their largest.
  const named = op === "mean" ? "sum" : dtype === "bool" ? truths[op] : op;
  return operations[named] as Operation;
}

/**
 * An array as MPI can reduce it over so many ranks: itself, or a copy. It has no sums of 16-bit floats: they are summed as float32, and rounded once. It
 * has no mean: what ranks have is divided before, as NCCL does. `isWritten` says that the array itself may be written.
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

/** Brings what was reduced back into the array that it was a copy of. */
export function putBack(wide: NDArray, into: NDArray): void {
  inside(() => {
    using narrow = astype(wide, into.dtype);
    copyInto(narrow, into);
  });
  wide.dispose();
}

/** The type of its elements, as MPI reduces them. */
export function reducedType({ datatypes }: MpiAbi, { dtype }: NDArray): Datatype {
  const name = dtype === "bool" ? "uint8" : dtype;
  if (name === "float16" || name === "bfloat16") throw new Error(`internal: MPI has no ${name}`);
  return datatypes[name] as Datatype;
}

/** Another number for each dtype and operation. */
export function kindOf({ dtype }: NDArray, op: ReduceOperation): number {
  return dtypeNames.indexOf(dtype) * reduceOperations.length + reduceOperations.indexOf(op);
}
