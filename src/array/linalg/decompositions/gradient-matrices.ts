// Helpers for the gradients of decompositions. They are operations on the last two axes, so the gradients have gradients
// themselves.

import { dtypes } from "../../../core/dtype.js";
import { eye } from "../../creation.js";
import type { NDArray } from "../../ndarray.js";

/** A^H. */
export function adjoint(a: NDArray): NDArray {
  const turned = a.swapaxes(-2, -1);
  return dtypes[a.dtype].kind === "complex" ? turned.conj() : turned;
}

/** A - A^H. */
export function skewOf(a: NDArray): NDArray {
  return a.sub(adjoint(a));
}

/** The n x n identity, with the dtype and device of an array. */
export function unit(n: number, { dtype, device }: NDArray): NDArray {
  return eye(n, undefined, { dtype, device });
}

/** A diag(d), or diag(d) A where `isLeft`. */
export function scaled(a: NDArray, d: NDArray, isLeft = false): NDArray {
  return a.mul(d.expandDims(isLeft ? -1 : -2));
}

/** A with zeros off the diagonal, or on it. */
export function diagonalOf(a: NDArray): NDArray {
  return a.mul(unit(a.shape.at(-1) as number, a));
}

/** d[k] - d[j] in row j and column k, and 1 on the diagonal. */
export function gaps(d: NDArray): NDArray {
  return d
    .expandDims(-2)
    .sub(d.expandDims(-1))
    .add(unit(d.shape.at(-1) as number, d));
}
