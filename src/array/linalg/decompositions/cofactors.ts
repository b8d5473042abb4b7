// The gradient of a determinant: its cofactors, which are finite and exact even for singular matrices. If A = U S V^H, they are
// the cofactors of S between U and V, and each cofactor of S is the product of all singular values but one.

import { roll } from "../../joining/roll.js";
import type { NDArray } from "../../ndarray.js";
import type { GradientCall } from "../../operators/step.js";
import { eye } from "../../creation.js";
import { tri } from "../../creation-diagonals.js";
import { where } from "../../elementwise/select.js";
import { diagonalOf, scaled, unit } from "./gradient-matrices.js";
import type { Decompositions } from "./gradients.js";

type Call = GradientCall<readonly [NDArray]>;

/** The gradient of det(A) with respect to A is the matrix of its cofactors. */
export function detGradient(
  { grad, args: [a] }: Call,
  { cofactors }: Decompositions,
): readonly (NDArray | null)[] {
  if (a.size === 0) return [null];
  return [
    cofactors(a)
      .conj()
      .mul(grad.expandDims([-2, -1])),
  ];
}

/** The matrix of cofactors: det(A) A^-T where that exists. */
export function cofactorsOf(a: NDArray, operations: Decompositions): NDArray {
  const { u, s, vh, turn } = parts(a, operations);
  const own = eye(s.shape.at(-1) as number, undefined, { dtype: "bool", device: s.device });
  const others = where(own, 1, s.expandDims(-2)).prod(-1);
  // The decomposition of a matrix with an element that is not finite says nothing: neither do its cofactors.
  const finite = a.mul(0).sum({ axis: [-2, -1], keepdims: true });
  return scaled(u.conj(), others.mul(turn)).matmul(vh.conj()).add(finite);
}

/** The gradient of the cofactors, from products of all singular values but two. */
export function cofactorsGradient({ grad, args: [a] }: Call, operations: Decompositions): readonly NDArray[] {
  const { u, s, vh, turn } = parts(a, operations);
  const transposed = (one: NDArray): NDArray => one.swapaxes(-2, -1);
  const inner = transposed(u).matmul(grad).matmul(transposed(vh)).mul(turn.conj().expandDims(-1));
  const pairs = allButTwo(s);
  const diagonal = inner.diagonal({ axis1: -2, axis2: -1 });
  const along = pairs.matmul(diagonal.expandDims(-1));
  const own = diagonalOf(along.mul(unit(s.shape.at(-1) as number, grad)));
  return [u.matmul(own.sub(pairs.mul(transposed(inner)))).matmul(vh)];
}

/** The singular value decomposition, and the determinant of U V^H as a column beside it. */
function parts(
  a: NDArray,
  { det, svd }: Decompositions,
): { readonly u: NDArray; readonly s: NDArray; readonly vh: NDArray; readonly turn: NDArray } {
  const { u, s, vh } = svd(a, { fullMatrices: false, check: false });
  return { u, s, vh, turn: det(u.matmul(vh)).expandDims(-1) };
}

/** In row i and column j the product of all numbers but those two; 0 on the diagonal. */
function allButTwo(s: NDArray): NDArray {
  const n = s.shape.at(-1) as number;
  /** The numbers in each row, with 1 in row i up to column i + k. */
  const beyond = (numbers: NDArray, k: number): NDArray => where(lower(n, k, s), 1, numbers.expandDims(-2));
  // For i < j: those before i, those between i and j, and those behind j.
  const before = where(lower(n, -1, s), s.expandDims(-2), 1).prod(-1);
  const between = beyond(roll(s, 1, { axis: -1 }), 1).cumprod(-1);
  const behind = beyond(s, 0).prod(-1);
  const products = before.expandDims(-1).mul(between).mul(behind.expandDims(-2));
  const upper = where(lower(n, 0, s), 0, products);
  return upper.add(upper.swapaxes(-2, -1));
}

/** Whether elements of n rows and columns are on the diagonal that is k to the right, or left of it. */
function lower(n: number, k: number, { device }: NDArray): NDArray {
  return tri(n, n, { k, dtype: "bool", device });
}
