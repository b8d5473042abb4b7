// The port to engines that decompose matrices: built-in kernels, or the routines of a device. Every batch is [batch, rows,
// columns] in C order, of one dtype and not empty. The engine may overwrite it; the caller disposes the results.

import type { StreamCore } from "../../../runtime/order/stream-core.js";
import type { NDArray } from "../../ndarray.js";
import type { RealType } from "./matrix-types.js";
import type { Matrices } from "./launch.js";

/** The status of each matrix: 0 for success, or the reason for failure. */
export type Info = NDArray<"int32">;

/** P A = L U. */
export interface LuFactors {
  /** L below the diagonal, U above; of A, or of its transpose. */
  readonly lu: Matrices;
  /** The row that each row was swapped with, counted from `base`. */
  readonly pivots: NDArray<"int32">;
  readonly base: 0 | 1;
  /** The first pivot that is zero, counted from 1. */
  readonly info: Info;
}

/** Eigenvalues or singular values, and a status; results with vectors extend this. */
export interface SpectralResult {
  readonly values: NDArray<RealType>;
  /** -1 for matrices that are not finite, more than 0 where nothing converged. */
  readonly info: Info;
}

export interface MatrixEngine {
  /** LU in place. */
  lu(stream: StreamCore, a: Matrices): LuFactors;
  /** Solves A X = B; X, in C order, takes the place of B or is a new array. */
  solve(stream: StreamCore, factors: LuFactors, b: Matrices): Matrices;
  /** The inverse of A, in C order: a new array. */
  inverse(stream: StreamCore, factors: LuFactors): Matrices;
  /** L of Hermitian matrices given by their lower triangles: zero above the diagonal. `info` is 1 + the first bad row. */
  cholesky(stream: StreamCore, a: Matrices): { readonly l: Matrices; readonly info: Info };
  /** R (k x n), and the first `columns` columns of Q, if any are wanted; k is the lesser of m and n, or m for all columns. */
  qr(
    stream: StreamCore,
    a: Matrices,
    columns: number,
  ): { readonly q: Matrices | undefined; readonly r: Matrices };
  /** Eigenvalues of whole Hermitian matrices, upwards, and vectors in columns. */
  eigh(
    stream: StreamCore,
    a: Matrices,
    wantsVectors: boolean,
  ): SpectralResult & { readonly vectors: Matrices | undefined };
  /** Singular values, downwards. U has `columns` columns and V^H as many rows as fit, where vectors are wanted. */
  svd(
    stream: StreamCore,
    a: Matrices,
    vectors: "none" | "reduced" | "full",
  ): SpectralResult & { readonly u: Matrices | undefined; readonly vh: Matrices | undefined };
}
