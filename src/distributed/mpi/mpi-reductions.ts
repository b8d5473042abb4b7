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

/** Who reduces. */
interface ReducingRanks {
  readonly abi: MpiAbi;
  readonly size: number;
}

/**
 * An array as MPI can reduce it, and by what. It has no sums of 16-bit floats: they are summed as float32, and rounded once. It
 * has no mean: what ranks have is divided before, as NCCL does. A copy where that needs one; `isWritten` says that the array itself may be
 * written.
 */
export function prepareReduction(
  { abi, size }: ReducingRanks,
  x: NDArray,
  op: ReduceOperation,
  isWritten: boolean,
): { own: NDArray; mpiOp: Operation } {
  const { operations } = abi;
  const { dtype } = x;
  // True is 1: the sum of truths is their largest.
  const named = op === "mean" ? "sum" : dtype === "bool" ? truths[op] : op;
  const mpiOp = operations[named] as Operation;
  const isWide = dtype === "float16" || dtype === "bfloat16";
  let own = isWide ? inside(() => astype(x, "float32")) : x;
  if (op === "mean" && size > 1) {
    const isOwn = isWide || isWritten;
    own = inside(() => (isOwn ? divide(own, size, { out: own }) : divide(own, size)));
  }
  return { own, mpiOp };
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
