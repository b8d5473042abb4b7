// Views memory as another dtype of the same size, so that dtypes can share kernels: bool is uint8 with 0 and 1, and sums of uint64
// have the same bits as sums of int64.

import { type DType, dtypes } from "../../core/dtype.js";
import { NDArray } from "../ndarray.js";

/** The elements as another dtype: a view if the bytes are the same for all values, else a copy. */
export function recast<D extends DType>(x: NDArray, dtype: D): NDArray<D> {
  return sharing.has(`${x.dtype} ${dtype}`) ? reinterpret(x, dtype) : x.astype(dtype);
}

/** Pairs of dtypes that share kernels; a uint8 that is read as bool is 0 or 1. */
const sharing: ReadonlySet<string> = new Set(["bool uint8", "uint8 bool", "uint64 int64", "int64 uint64"]);

/** A view of an array's memory as another dtype of the same size. */
function reinterpret<D extends DType>(x: NDArray, dtype: D): NDArray<D> {
  const { storage, shape, strides, offset, size, isContiguous, isReadonly } = x;
  if (dtypes[x.dtype].byteLength !== dtypes[dtype].byteLength)
    throw new Error(`internal: ${x.dtype} has other bytes than ${dtype}`);
  const view = new NDArray(storage.retain(), dtype, shape, strides, offset, size, isContiguous, isReadonly);
  return view;
}
