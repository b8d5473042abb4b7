// The decompositions that users call, in `linalg`. Their implementation is loaded on the first call (tools/lazy-modules.ts).

import { cofactorsGradient, cofactorsOf, detGradient } from "./cofactors.js";
import { choleskyOf, qrOf } from "./factor.js";
import { eigOf, eigvalsOf } from "./general.js";
import {
  choleskyGradient,
  eigGradient,
  eighGradient,
  eigvalsGradient,
  eigvalshGradient,
  invGradient,
  lstsqGradient,
  pinvGradient,
  qrGradient,
  slogdetGradient,
  solveGradient,
  svdGradient,
  svdvalsGradient,
  type Decompositions,
} from "./gradients.js";
import { lstsqOf, matrixRankOf, pinvOf } from "./least-squares.js";
import { detOf, invOf, slogdetOf, solveOf } from "./solve.js";
import { eighOf, eigvalshOf, svdOf, svdvalsOf } from "./spectral.js";
import { operator, unlistedOperator } from "../../operators/operator.js";
import type { NDArray } from "../../ndarray.js";
import { scope } from "../../../runtime/lifetimes/scope.js";
import type { Gradients, Rule } from "../../operators/step.js";

/** A rule of gradients.ts, which is made of these operations again. */
function rule(
  gradient: (call: never, operations: Decompositions) => Gradients,
  saves: NonNullable<Rule["saves"]>,
): Rule {
  return {
    saves,
    gradient: (call) => gradient(call as never, operations()),
  };
}

function operations(): Decompositions {
  return { cofactors, det, eig, eigh, inv, pinv, qr, solve, svd };
}

/**
 * L of A = L L^H for Hermitian positive definite A, of which one triangle is read. For a matrix that is not positive definite,
 * awaiting the result throws `CUTS_NOT_POSITIVE_DEFINITE`.
 */
export const cholesky = operator("linalg.cholesky", choleskyOf, rule(choleskyGradient, ["result"]));

/**
 * A = Q R, with orthonormal columns in Q and an upper triangular R; `mode: "r"` returns only R.
 * @throws TypeError `CUTS_QR_MODE`.
 */
export const qr = operator("linalg.qr", qrOf, rule(qrGradient, [0, "result"]));

/**
 * Eigenvalues and right eigenvectors of square matrices, always as complex numbers. If there is a NaN or infinity, awaiting a
 * result throws `CUTS_NOT_FINITE`.
 * @throws UnsupportedError `CUTS_EIG` for large matrices on a GPU.
 */
export const eig = operator("linalg.eig", eigOf, rule(eigGradient, ["result"]));

/** The eigenvalues, as by {@link eig}. */
export const eigvals = operator("linalg.eigvals", eigvalsOf, rule(eigvalsGradient, [0]));

/** The Moore-Penrose pseudoinverse, by singular values. */
export const pinv = operator("linalg.pinv", pinvOf, rule(pinvGradient, [0, "result"]));

/**
 * The x that minimizes the norm of A x - B, by singular values, so A need not have full rank. B is a vector or a matrix; leading
 * axes are batches.
 * @throws RangeError `CUTS_MATRIX`.
 */
export const lstsq = operator("linalg.lstsq", lstsqOf, rule(lstsqGradient, [0, 1, "result"]));

/** The number of nonzero singular values; for a vector, 1 if any element is nonzero, else 0. */
export const matrixRank = operator("linalg.matrixRank", matrixRankOf, "zero");

/**
 * The solution X of A X = B, by LU with partial pivoting. B is one vector, or matrices; leading axes are broadcast. For a singular
 * matrix, awaiting the result throws `CUTS_SINGULAR`.
 * @throws RangeError `CUTS_MATRIX`, `CUTS_BROADCAST`; TypeError for arguments that are no arrays of numbers.
 * @example
 * await linalg.solve(array([[3, 1], [1, 2]]), array([9, 8])).tolist(); // [2, 3]
 */
export const solve = operator("linalg.solve", solveOf, rule(solveGradient, [0, "result"]));

/** The inverse, by LU with partial pivoting. For a singular matrix, awaiting the result throws `CUTS_SINGULAR`. */
export const inv = operator("linalg.inv", invOf, rule(invGradient, ["result"]));

/** Determinants; 1 for an empty matrix. */
export const det = operator("linalg.det", detOf, rule(detGradient, [0]));

/** What the gradient of det is made of, so that it has a gradient itself. */
const cofactors = unlistedOperator(
  "linalg.det",
  (a) => scope(() => cofactorsOf(a as NDArray, operations())),
  rule(cofactorsGradient, [0]),
) as (a: NDArray) => NDArray;

/** Determinants as a sign and a logarithm, for determinants that would overflow or underflow. */
export const slogdet = operator("linalg.slogdet", slogdetOf, rule(slogdetGradient, [0, "result"]));

/**
 * Eigenvalues and eigenvectors of symmetric or Hermitian matrices, of which one triangle is read. If there is a NaN or infinity,
 * awaiting a result throws `CUTS_NOT_FINITE`.
 * @throws TypeError `CUTS_UPLO`.
 */
export const eigh = operator("linalg.eigh", eighOf, rule(eighGradient, ["result"]));

/** The eigenvalues, as by {@link eigh}. */
export const eigvalsh = operator("linalg.eigvalsh", eigvalshOf, rule(eigvalshGradient, [0]));

/**
 * A = U diag(s) V^H, with orthonormal columns in U and rows in V^H. `computeUv: false` returns only s. If there is a NaN or
 * infinity, awaiting a result throws `CUTS_NOT_FINITE`.
 */
export const svd = operator("linalg.svd", svdOf, rule(svdGradient, [0, "result"]));

/** The singular values of matrices, in descending order. */
export const svdvals = operator("linalg.svdvals", svdvalsOf, rule(svdvalsGradient, [0]));
