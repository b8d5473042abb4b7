// Functions that use singular values: least squares, pseudoinverses and ranks.

import type { DType } from "../../../core/dtype.js";
import { ArgumentRangeError } from "../../../core/errors.js";
import { formatShape } from "../../../core/shape.js";
import { allocateArray } from "../../allocate.js";
import { isNDArray, type NDArray } from "../../ndarray.js";
import { zeros } from "../../creation.js";
import {
  conjugate,
  divide,
  greater,
  multiply,
  absolute,
  square,
  subtract,
} from "../../elementwise/functions.js";
import { where } from "../../elementwise/select.js";
import type { RealOf } from "../../elementwise/types.js";
import type { Promote } from "../../promotion.js";
import { any, countNonzero, sum } from "../../reduction/functions.js";
import { expandDims, slice, squeeze, swapaxes } from "../../views.js";
import { matmul } from "../products/matmul.js";
import { checkArray, matricesOf, type MatrixOf, matrixType } from "./arguments.js";
import type { CheckOptions } from "./check.js";
import { realTypes } from "./matrix-types.js";
import { svdOf, svdvalsOf } from "./spectral.js";
import { checkOptions, optionNames } from "../../../core/options.js";

/** Which singular values count as zero. */
export interface RankOptions extends CheckOptions {
  /**
   * Values up to this fraction of the largest count as zero; the default is the larger side of the matrix times the dtype's
   * epsilon. An array holds one number for each matrix, and is broadcast to the batch.
   */
  readonly rtol?: number | NDArray | undefined;
}

const rankNames = optionNames<RankOptions>({ check: true, rtol: true });
const matrixRankNames = optionNames<RankOptions & { tol: number }>({ check: true, rtol: true, tol: true });

export function pinvOf<D extends DType>(a: NDArray<D>, options: RankOptions = {}): NDArray<MatrixOf<D>> {
  checkOptions(options, rankNames, "invert a matrix");
  const { stream, dtype, lead, batch, m, n } = matricesOf("invert a matrix", a);
  if (batch * m * n === 0)
    return allocateArray(stream, dtype, [...lead, n, m]) as NDArray as NDArray<MatrixOf<D>>;
  const parts = thin(a, options);
  const { u, scaled } = parts;
  using uh = adjoint(u);
  const result = matmul(scaled, uh);
  for (const one of Object.values(parts)) one.dispose();
  return result as NDArray<MatrixOf<D>>;
}

/** The result of {@link lstsq}. */
export interface LstsqResult<D extends DType> {
  /** The least-squares solution with the smallest norm. */
  readonly x: NDArray<D>;
  /** The sums of squared residuals, one for each column of B; empty if A does not have more rows than columns. */
  readonly residuals: NDArray<RealOf<D>>;
  readonly rank: NDArray<"int64">;
  /** The singular values of A. */
  readonly s: NDArray<RealOf<D>>;
}

export function lstsqOf<A extends DType, B extends DType>(
  a: NDArray<A>,
  b: NDArray<B>,
  options: RankOptions = {},
): LstsqResult<MatrixOf<Promote<A, B>>> {
  const action = "solve a least-squares problem";
  checkOptions(options, rankNames, action);
  const { lead, m, n, stream } = matricesOf(action, a);
  const isVector = checkArray(action, b).ndim === 1;
  const dtype = matrixType(action, a.dtype, b.dtype);
  const rows = isVector ? b.shape[0] : b.shape.at(-2);
  if (rows !== m) {
    throw new ArgumentRangeError(
      "CUTS_MATRIX",
      `Cannot ${action}: B must have as many rows as A (got ${formatShape(a.shape)} and ${formatShape(b.shape)})`,
    );
  }
  using left = (a as NDArray).astype(dtype);
  using typed = (b as NDArray).astype(dtype);
  using right = isVector ? expandDims(typed, 1) : typed.slice(["..."]);
  if (left.size === 0) {
    const columns = right.shape.at(-1) as number;
    using found = zeros([...lead, n, columns], { dtype, device: a.device });
    using left2 = squares(right);
    return finish(isVector, {
      x: found.copy(),
      residuals: m > n ? left2.copy() : allocateArray(stream, realTypes[dtype], [0]),
      rank: zeros(lead, { dtype: "int64", device: a.device }),
      s: allocateArray(stream, realTypes[dtype], [...lead, 0]),
    }) as unknown as LstsqResult<MatrixOf<Promote<A, B>>>;
  }
  const { u, s, vh, scaled } = thin(left, options);
  using uh = adjoint(u);
  using inBasis = matmul(uh, right);
  const x = matmul(scaled, inBasis);
  let residuals: NDArray;
  if (m > n) {
    using product = matmul(left, x);
    using rest = subtract(right, product);
    residuals = squares(rest);
  } else residuals = allocateArray(stream, realTypes[dtype], [0]);
  const rank = countAbove(s, cutoffOf(s, m, n, options));
  for (const one of [u, vh, scaled]) one.dispose();
  return finish(isVector, { x, residuals, rank, s }) as unknown as LstsqResult<MatrixOf<Promote<A, B>>>;
}

export function matrixRankOf(
  a: NDArray,
  options: RankOptions & { readonly tol?: number } = {},
): NDArray<"int64"> {
  checkOptions(options, matrixRankNames, "compute a rank");
  if (checkArray("compute a rank", a).ndim < 2) {
    using isThere = any(a);
    return isThere.astype("int64");
  }
  const { lead, m, n, batch } = matricesOf("compute a rank", a);
  if (batch * m * n === 0) return zeros(lead, { dtype: "int64", device: a.device });
  using s = svdvalsOf(a, { check: options.check }) as NDArray;
  return countAbove(s, options.tol ?? cutoffOf(s, m, n, options));
}

/** A = U S V^H without what is not needed, and V / S, where values that count as zero give zero. */
function thin(
  a: NDArray,
  options: RankOptions,
): { readonly u: NDArray; readonly s: NDArray; readonly vh: NDArray; readonly scaled: NDArray } {
  const [m = 0, n = 0] = a.shape.slice(-2);
  const { u, s, vh } = svdOf(a, { check: options.check, fullMatrices: false }) as {
    readonly u: NDArray;
    readonly s: NDArray;
    readonly vh: NDArray;
  };
  using cutoff = cutoffOf(s, m, n, options);
  using counts = greater(s, cutoff);
  using inverses = divide(1, s);
  using kept = where(counts, inverses, 0);
  using beside = expandDims(kept, -2);
  using v = adjoint(vh);
  return { u, s, vh, scaled: multiply(v, beside) };
}

/** What singular values must be above, [..., 1]. */
function cutoffOf(s: NDArray, m: number, n: number, { rtol }: RankOptions): NDArray {
  const epsilon = s.dtype === "float32" ? 2 ** -23 : 2 ** -52;
  using largest = slice(s, ["...", "0:1"]);
  if (!isNDArray(rtol)) return multiply(largest, rtol ?? Math.max(m, n) * epsilon);
  using beside = expandDims(rtol, -1);
  return multiply(largest, beside);
}

/** How many values are above a number, or above one of each row, which ends with this. */
function countAbove(s: NDArray, cutoff: NDArray | number): NDArray<"int64"> {
  using counts = greater(s, cutoff);
  if (typeof cutoff !== "number") cutoff.dispose();
  return countNonzero(counts, { axis: -1 });
}

function adjoint(a: NDArray): NDArray {
  using turned = swapaxes(a, -1, -2);
  return conjugate(turned);
}

/** The sums of squares of columns. */
function squares(a: NDArray): NDArray {
  using sizes = absolute(a);
  using all = square(sizes);
  return sum(all, { axis: -2 });
}

/** Results without the axis that a vector does not have. */
function finish<R extends { readonly x: NDArray; readonly residuals: NDArray }>(
  isVector: boolean,
  result: R,
): R {
  if (!isVector) return result;
  using wide = result.x;
  return { ...result, x: squeeze(wide, -1) };
}
