// The decompositions that users call, in `linalg`. What computes them is read when one is first called (tools/lazy-modules.ts).

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
 * L of A = L L^H for Hermitian positive definite A, of which one triangle is read. A matrix that is not positive definite is
 * an error `CUTS_NOT_POSITIVE_DEFINITE` when the result is awaited.
 */
export const cholesky = operator("linalg.cholesky", choleskyOf, rule(choleskyGradient, ["result"]));

/**
 * A = Q R with orthonormal columns in Q and an upper triangle R; `mode: "r"` gives R alone.
 * @throws TypeError `CUTS_QR_MODE`.
 */
export const qr = operator("linalg.qr", qrOf, rule(qrGradient, [0, "result"]));

/**
 * Eigenvalues and right eigenvectors of square matrices, as complex numbers also where all are real. NaN or infinity is an
 * error `CUTS_NOT_FINITE` when a result is awaited.
 * @throws UnsupportedError `CUTS_EIG` for large matrices on a GPU.
 */
export const eig = operator("linalg.eig", eigOf, rule(eigGradient, ["result"]));

/** The eigenvalues of {@link eig} alone. */
export const eigvals = operator("linalg.eigvals", eigvalsOf, rule(eigvalsGradient, [0]));

/** The pseudoinverse of Moore and Penrose, by singular values. */
export const pinv = operator("linalg.pinv", pinvOf, rule(pinvGradient, [0, "result"]));

/**
 * The x for which A x is nearest to B, by singular values, so also where A has not full rank. B is a vector or a matrix;
 * leading axes are batches. @throws RangeError `CUTS_MATRIX`.
 */
export const lstsq = operator("linalg.lstsq", lstsqOf, rule(lstsqGradient, [0, 1, "result"]));

/** How many singular values are not zero; of a vector, whether one of its elements is not. */
export const matrixRank = operator("linalg.matrixRank", matrixRankOf, "zero");

/**
 * X of A X = B by LU with partial pivoting. B is one vector, or matrices; leading axes are broadcast. A singular matrix is
 * an error `CUTS_SINGULAR` when the result is awaited.
 * @throws RangeError `CUTS_MATRIX`, `CUTS_BROADCAST`; TypeError for arguments that are no arrays of numbers.
 * @example
 * await linalg.solve(array([[3, 1], [1, 2]]), array([9, 8])).tolist(); // [2, 3]
 */
export const solve = operator("linalg.solve", solveOf, rule(solveGradient, [0, "result"]));

/** The inverse by LU with partial pivoting. A singular matrix is an error `CUTS_SINGULAR` when the result is awaited. */
export const inv = operator("linalg.inv", invOf, rule(invGradient, ["result"]));

/** Determinants; that of a matrix without elements is 1. */
export const det = operator("linalg.det", detOf, rule(detGradient, [0]));

/** What the gradient of det is made of, so that it has a gradient itself. */
const cofactors = unlistedOperator(
  "linalg.det",
  (a) => scope(() => cofactorsOf(a as NDArray, operations())),
  rule(cofactorsGradient, [0]),
) as (a: NDArray) => NDArray;

/** Determinants as a sign and a logarithm, where they themselves would be too large or too small. */
export const slogdet = operator("linalg.slogdet", slogdetOf, rule(slogdetGradient, [0, "result"]));

/**
 * Eigenvalues and eigenvectors of symmetric or Hermitian matrices, of which one triangle is read. NaN or infinity is an error
 * `CUTS_NOT_FINITE` when a result is awaited.
 * @throws TypeError `CUTS_UPLO`.
 */
export const eigh = operator("linalg.eigh", eighOf, rule(eighGradient, ["result"]));

/** The eigenvalues of {@link eigh} alone. */
export const eigvalsh = operator("linalg.eigvalsh", eigvalshOf, rule(eigvalshGradient, [0]));

/**
 * A = U diag(s) V^H with orthonormal columns in U and rows in V^H. `computeUv: false` gives s alone. NaN or infinity is an
 * error `CUTS_NOT_FINITE` when a result is awaited.
 */
export const svd = operator("linalg.svd", svdOf, rule(svdGradient, [0, "result"]));

/** The singular values of matrices, downwards. */
export const svdvals = operator("linalg.svdvals", svdvalsOf, rule(svdvalsGradient, [0]));
