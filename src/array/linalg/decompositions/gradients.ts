// The gradients of decompositions. They call `solve` and similar functions unchecked, because the decomposition itself has
// reported any failure. If only one triangle of a matrix is read, its gradient is Hermitian. For equal eigenvalues or singular
// values, the gradient through vectors is undefined (NaN), but the gradient through the values alone is always finite.

import { type DType, dtypes } from "../../../core/dtype.js";
import { CutsError } from "../../../core/errors.js";
import { tril, triu } from "../../creation-diagonals.js";
import { concatenate } from "../../joining/concatenate.js";
import type { NDArray } from "../../ndarray.js";
import type { GradientCall } from "../../operators/step.js";
import type { CholeskyOptions, QrResult } from "./factor.js";
import type { EigResult } from "./general.js";
import type { EighResult, SvdResult } from "./spectral.js";
import { adjoint, diagonalOf, gaps, scaled, skewOf } from "./gradient-matrices.js";
import type { RankOptions } from "./least-squares.js";

type Call<Rest extends readonly unknown[] = readonly [], Result = NDArray> = GradientCall<
  readonly [NDArray, ...Rest],
  Result
>;
type Found = (NDArray | null)[];

/** The operations that gradients use, passed in because functions.ts imports this file. */
export interface Decompositions {
  readonly cofactors: (a: NDArray) => NDArray;
  readonly det: (a: NDArray) => NDArray;
  readonly inv: (a: NDArray, options?: object) => NDArray;
  readonly solve: (a: NDArray, b: NDArray, options?: object) => NDArray;
  readonly pinv: (a: NDArray, options?: object) => NDArray;
  readonly qr: (a: NDArray) => QrResult<DType>;
  readonly eig: (a: NDArray, options?: object) => EigResult<DType>;
  readonly eigh: (a: NDArray, options?: object) => EighResult<DType>;
  readonly svd: (
    a: NDArray,
    options: { readonly fullMatrices: false; readonly check: false },
  ) => SvdResult<DType>;
}

const unchecked = { check: false } as const;

export function choleskyGradient(
  { grad, args: [, options = {}], result }: Call<readonly [CholeskyOptions?]>,
  { solve }: Decompositions,
): Found {
  const [l, g] = options.upper === true ? [adjoint(result), adjoint(grad)] : [result, grad];
  const p = tril(adjoint(l).matmul(g));
  const half = p.sub(diagonalOf(p).mul(0.5));
  const middle = half.add(adjoint(half)).mul(0.5);
  const inner = solve(adjoint(l), middle, unchecked);
  return [solve(adjoint(l), adjoint(inner), unchecked)];
}

export function solveGradient(
  { grad, args: [a, b], result }: Call<readonly [NDArray]>,
  { solve }: Decompositions,
): Found {
  const isVector = b.ndim === 1;
  const x = isVector ? result.expandDims(-1) : result;
  const right = solve(adjoint(a), isVector ? grad.expandDims(-1) : grad, unchecked);
  return [right.matmul(adjoint(x)).neg(), isVector ? right.squeeze(-1) : right];
}

export function invGradient({ grad, result }: Call): Found {
  const back = adjoint(result);
  return [back.matmul(grad).matmul(back).neg()];
}

export function slogdetGradient(
  { grads: [ofSign, ofLog], args: [a], result: [sign] }: Call<readonly [], readonly NDArray[]>,
  { inv }: Decompositions,
): Found {
  const isTurning = ofSign !== undefined && dtypes[a.dtype].kind === "complex";
  // The sign of real matrices is constant.
  const turn = isTurning
    ? ofSign
        .conj()
        .mul(sign as NDArray)
        .imag.neg()
        .mul({ re: 0, im: 1 })
    : undefined;
  const factor = turn === undefined ? ofLog : ofLog === undefined ? turn : turn.add(ofLog);
  if (factor === undefined || a.size === 0) return [null];
  return [adjoint(inv(a, unchecked)).mul(factor.expandDims([-2, -1]))];
}

export function qrGradient(
  {
    grad,
    grads,
    args: [a, options],
    result,
  }: Call<readonly [{ readonly mode?: string }?], NDArray | readonly NDArray[]>,
  { qr, solve }: Decompositions,
): Found {
  const [m, n] = a.shape.slice(-2) as [number, number];
  const { mode } = options ?? {};
  if (mode === "complete" && m > n) {
    throw refusal(
      "linalg.qr",
      "columns of Q beyond those of A are any that complete the basis",
      '{ mode: "reduced" }',
    );
  }
  if (a.size === 0) return [null];
  const parts = mode === "r" ? qr(a) : undefined;
  const [q, r] = (parts === undefined ? result : [parts.q, parts.r]) as readonly [NDArray, NDArray];
  const [gq, gr] = mode === "r" ? [undefined, grad] : grads;
  const ofR = gr?.matmul(adjoint(r));
  const ofQ = gq === undefined ? undefined : adjoint(q).matmul(gq);
  if (m >= n) {
    const upper = triu(difference(ofR, ofQ));
    // The diagonal of R is real, and once in the sum.
    const both = upper.add(adjoint(upper)).sub(realDiagonal(upper));
    const inner = q.matmul(both);
    const whole = gq === undefined ? inner : inner.add(gq);
    return [adjoint(solve(r, adjoint(whole), unchecked))];
  }
  const lower = tril(skewOf(difference(ofQ, ofR)));
  const diagonal = diagonalOf(lower);
  const z = lower.sub(diagonal.mul(0.5));
  const first = r.slice(["...", `:${m}`]);
  const square = adjoint(solve(first, adjoint(q.matmul(z)), unchecked));
  const beside = gr === undefined ? undefined : q.matmul(gr);
  const zeros = a.slice(["...", `${m}:`]).mul(0);
  const wide = concatenate([square, zeros], -1);
  return [beside === undefined ? wide : wide.add(beside)];
}

export function eighGradient({
  grads: [ofValues, ofVectors],
  result: [values, vectors],
}: Call<readonly [unknown?], readonly [NDArray, NDArray]>): Found {
  return [throughEigenvectors(values, vectors, ofValues, ofVectors)];
}

export function eigvalshGradient(
  { grad, args: [a, options] }: Call<readonly [object?]>,
  { eigh }: Decompositions,
): Found {
  const { eigenvalues, eigenvectors } = eigh(a, { ...options, ...unchecked });
  return [throughEigenvectors(eigenvalues, eigenvectors, grad, undefined)];
}

function throughEigenvectors(
  values: NDArray,
  vectors: NDArray,
  ofValues: NDArray | undefined,
  ofVectors: NDArray | undefined,
): NDArray | null {
  const back = adjoint(vectors);
  const straight = ofValues === undefined ? undefined : scaled(vectors, ofValues).matmul(back);
  if (ofVectors === undefined) return straight ?? null;
  const turning = skewOf(back.matmul(ofVectors)).mul(0.5).div(gaps(values));
  const turned = vectors.matmul(turning.sub(diagonalOf(turning))).matmul(back);
  return straight === undefined ? turned : straight.add(turned);
}

export function eigGradient(
  {
    grads: [ofValues, ofVectors],
    result: [values, vectors],
  }: Call<readonly [unknown?], readonly [NDArray, NDArray]>,
  { solve }: Decompositions,
): Found {
  return [throughGeneral(solve, values, vectors, ofValues, ofVectors)];
}

export function eigvalsGradient({ grad, args: [a] }: Call, { eig, solve }: Decompositions): Found {
  const { eigenvalues, eigenvectors } = eig(a, unchecked);
  return [throughGeneral(solve, eigenvalues, eigenvectors, grad, undefined)];
}

function throughGeneral(
  solve: Decompositions["solve"],
  values: NDArray,
  vectors: NDArray,
  ofValues: NDArray | undefined,
  ofVectors: NDArray | undefined,
): NDArray | null {
  const back = adjoint(vectors);
  const straight = ofValues === undefined ? undefined : scaled(back, ofValues, true);
  const solved = (inner: NDArray): NDArray => solve(back, inner, unchecked);
  if (ofVectors === undefined) return straight === undefined ? null : solved(straight);
  const products = back.matmul(ofVectors);
  // Vectors keep their length.
  const along = back.matmul(scaled(vectors, products.diagonal({ axis1: -2, axis2: -1 }).real));
  const turning = products.sub(along).div(gaps(values).conj());
  const turned = turning.sub(diagonalOf(turning)).matmul(back);
  return solved(straight === undefined ? turned : straight.add(turned));
}

export function svdGradient(
  {
    grad,
    grads,
    args: [a, options = {}],
    result,
  }: Call<readonly [{ readonly computeUv?: boolean; readonly fullMatrices?: boolean }?], readonly NDArray[]>,
  { svd }: Decompositions,
): Found {
  if (options.computeUv === false) return [throughValues(svd, a, grad)];
  const [gu, gs, gvh] = grads;
  const [m, n] = a.shape.slice(-2) as [number, number];
  if (a.size === 0) return [null];
  if ((options.fullMatrices ?? true) && m !== n) {
    if (gu === undefined && gvh === undefined) return [throughValues(svd, a, gs as NDArray)];
    throw refusal(
      "linalg.svd",
      "vectors beyond the singular values are any that complete the basis",
      "{ fullMatrices: false }",
    );
  }
  const [u, s, vh] = result as readonly [NDArray, NDArray, NDArray];
  return [throughSingular({ u, s, vh }, gu, gs, gvh)];
}

export function svdvalsGradient({ grad, args: [a] }: Call, { svd }: Decompositions): Found {
  return [throughValues(svd, a, grad)];
}

function throughValues(svd: Decompositions["svd"], a: NDArray, grad: NDArray): NDArray | null {
  if (a.size === 0) return null;
  return throughSingular(svd(a, { fullMatrices: false, ...unchecked }), undefined, grad, undefined);
}

function throughSingular(
  { u, s, vh }: { readonly u: NDArray; readonly s: NDArray; readonly vh: NDArray },
  gu: NDArray | undefined,
  gs: NDArray | undefined,
  gvh: NDArray | undefined,
): NDArray | null {
  const straight = gs === undefined ? undefined : scaled(u, gs).matmul(vh);
  if (gu === undefined && gvh === undefined) return straight ?? null;
  const uh = adjoint(u);
  const v = adjoint(vh);
  const ofU = gu && skewOf(uh.matmul(gu));
  const gv = gvh && adjoint(gvh);
  const ofV = gv && skewOf(vh.matmul(gv));
  const turning = sum([ofU && scaled(ofU, s), ofV && scaled(ofV, s, true)]).div(gaps(s.square()));
  const isComplex = dtypes[u.dtype].kind === "complex";
  const inner = sum([
    turning.sub(diagonalOf(turning)),
    isComplex && ofU ? scaled(diagonalOf(ofU), s.mul(2).reciprocal()) : undefined,
  ]);
  const m = u.shape.at(-2) as number;
  const n = vh.shape.at(-1) as number;
  return sum([
    straight,
    u.matmul(inner).matmul(vh),
    m > n && gu ? scaled(gu.sub(u.matmul(uh.matmul(gu))), s.reciprocal()).matmul(vh) : undefined,
    m < n && gvh ? u.matmul(scaled(gvh.sub(gvh.matmul(v).matmul(vh)), s.reciprocal(), true)) : undefined,
  ]);
}

export function pinvGradient({ grad, args: [a], result }: Call): Found {
  return [throughPinv(a, result, grad)];
}

/** For matrices whose rank stays. */
function throughPinv(a: NDArray, y: NDArray, grad: NDArray): NDArray {
  const back = adjoint(y);
  const g = adjoint(grad);
  const left = g
    .sub(a.matmul(y.matmul(g)))
    .matmul(y)
    .matmul(back);
  const right = back.matmul(y).matmul(g.sub(g.matmul(y).matmul(a)));
  return left.add(right).sub(back.matmul(grad).matmul(back));
}

export function lstsqGradient(
  {
    grads: [gx, gResiduals, , gs],
    args: [a, b, options],
    result: [x],
  }: Call<readonly [NDArray, RankOptions?], readonly NDArray[]>,
  { pinv, svd }: Decompositions,
): Found {
  if (a.size === 0) return [null, null];
  const isVector = b.ndim === 1;
  const columns = (one: NDArray): NDArray => (isVector ? one.expandDims(-1) : one);
  const [right, solution] = [columns(b), columns(x as NDArray)];
  const ofA: NDArray[] = [];
  const ofB: NDArray[] = [];
  if (gx !== undefined) {
    const y = pinv(a, options);
    const g = columns(gx);
    ofA.push(throughPinv(a, y, g.matmul(adjoint(right))));
    ofB.push(adjoint(y).matmul(g));
  }
  if (gResiduals !== undefined && gResiduals.size > 0) {
    // The solution is where the residuals are least: that it moves does not matter.
    const rest = a.matmul(solution).sub(right).mul(gResiduals.expandDims(-2).mul(2));
    ofA.push(rest.matmul(adjoint(solution)));
    ofB.push(rest.neg());
  }
  const ofValues = gs === undefined ? null : throughValues(svd, a, gs);
  if (ofValues !== null) ofA.push(ofValues);
  const found = ofB.length === 0 ? null : sum(ofB);
  return [sum(ofA), isVector ? (found?.squeeze(-1) ?? null) : found];
}

function sum(parts: readonly (NDArray | undefined)[]): NDArray {
  return parts.filter((one) => one !== undefined).reduce((all, one) => all.add(one));
}

function difference(a: NDArray | undefined, b: NDArray | undefined): NDArray {
  return a === undefined ? (b as NDArray).neg() : b === undefined ? a : a.sub(b);
}

function realDiagonal(a: NDArray): NDArray {
  const own = diagonalOf(a);
  return dtypes[a.dtype].kind === "complex" ? own.real.astype(a.dtype) : own;
}

function refusal(name: string, why: string, advice: string): CutsError {
  return new CutsError(
    "CUTS_GRADIENT_REFUSED",
    `Cannot compute the gradient of ${name}: ${why}\nTry: ${advice}`,
  );
}
