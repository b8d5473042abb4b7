// Norms of matrices that need no decomposition, and NumPy's norm, which is one of vectors or of matrices as its axes say.

import type { DType } from "../../../core/dtype.js";
import { ArgumentTypeError, UnsupportedError } from "../../../core/errors.js";
import { formatShape, toAxis } from "../../../core/shape.js";
import { formatValue } from "../../../core/text.js";
import { absolute } from "../../elementwise/functions.js";
import type { RealOf } from "../../elementwise/types.js";
import type { NDArray } from "../../ndarray.js";
import { max, min, rootOfSquares, sum } from "../../reduction/functions.js";
import { norm as vectorNorm } from "../../reduction/norm.js";
import { operandOf } from "../../reduction/reduce.js";
import { type MeanOf, meanTypeOf } from "../../reduction/result-types.js";

/** Which norm of a matrix: Frobenius's, or the largest (or smallest, negative) sum of a column (1) or row (Infinity). */
export type MatrixOrder = "fro" | "nuc" | number;

/** Options of a matrix norm. */
export interface MatrixNormOptions {
  /** "fro" unless told. */
  readonly ord?: MatrixOrder | undefined;
  /** Whether the two axes stay, with size 1. */
  readonly keepdims?: boolean | undefined;
}

/** Options of {@link norm}. */
export interface LinalgNormOptions {
  /** The root of the sum of squares unless told. */
  readonly ord?: MatrixOrder | undefined;
  /** One axis for norms of vectors, two for norms of matrices; all, as one vector, where neither this nor `ord` is told. */
  readonly axis?: number | readonly [number, number] | undefined;
  readonly keepdims?: boolean | undefined;
}

/** The norms of the matrices in the last two axes. @throws TypeError `CUTS_NORM`; UnsupportedError `CUTS_NORM`. */
export function matrixNorm<D extends DType>(
  x: NDArray<D>,
  { ord = "fro", keepdims = false }: MatrixNormOptions = {},
): NDArray<RealOf<MeanOf<D>>> {
  const { shape } = operandOf("matrixNorm", x);
  if (shape.length < 2) {
    throw new ArgumentTypeError(
      "CUTS_NORM",
      `Cannot compute matrixNorm: there must be two axes at least (got ${formatShape(shape)})`,
    );
  }
  return normOfMatrices(x, ord, [-2, -1], keepdims) as NDArray<RealOf<MeanOf<D>>>;
}

/** NumPy's norm: of vectors along one axis, of matrices along two, or of all elements. @throws TypeError `CUTS_NORM`. */
export function norm<D extends DType>(
  x: NDArray<D>,
  { ord, axis, keepdims = false }: LinalgNormOptions = {},
): NDArray<RealOf<MeanOf<D>>> {
  const { shape } = operandOf("norm", x);
  const axes = axis ?? (ord === undefined || shape.length === 1 ? undefined : allAxes(shape));
  const made =
    typeof axes === "object"
      ? normOfMatrices(x, ord ?? "fro", axes, keepdims)
      : vectorNorm(x as NDArray, { ord: orderOfVector(ord), axis: axes, keepdims });
  return made as NDArray<RealOf<MeanOf<D>>>;
}

function allAxes(shape: readonly number[]): readonly [number, number] {
  if (shape.length === 2) return [0, 1];
  throw new ArgumentTypeError(
    "CUTS_NORM",
    `Cannot compute norm: axes must be told for an array of ${shape.length} axes (got shape ${formatShape(shape)})`,
  );
}

function orderOfVector(ord: MatrixOrder | undefined): number {
  if (ord === undefined) return 2;
  if (typeof ord === "number") return ord;
  throw new ArgumentTypeError(
    "CUTS_NORM",
    `Cannot compute norm: ord of vectors must be a number (got ${formatValue(ord)})`,
  );
}

function normOfMatrices(
  x: NDArray,
  ord: MatrixOrder,
  axes: readonly [number, number],
  keepdims: boolean,
): NDArray {
  const [rows, columns] = [toAxis(axes[0], x.ndim), toAxis(axes[1], x.ndim)];
  if (ord === "fro") return rootOfSquares(x, { axis: [rows, columns], keepdims });
  const size =
    ord === 1 || ord === -1 ? rows : Math.abs(ord as number) === Number.POSITIVE_INFINITY ? columns : -1;
  if (size < 0) throw refused(ord);
  const isCast = x.dtype !== meanTypeOf(x.dtype);
  const floats = isCast ? x.astype(meanTypeOf(x.dtype)) : x;
  using sizes = absolute(floats) as NDArray;
  if (isCast) floats.dispose();
  using sums = sum(sizes, { axis: size, keepdims: true });
  const other = size === rows ? columns : rows;
  using extreme = ((ord as number) > 0 ? max : min)(sums as NDArray, { axis: other, keepdims: true });
  return extreme.reshape(
    x.shape.flatMap((length, axis) => (axis === rows || axis === columns ? (keepdims ? [1] : []) : [length])),
  );
}

function refused(ord: MatrixOrder): Error {
  const rule = `ord of matrices must be "fro", 1, -1, Infinity or -Infinity (got ${formatValue(ord)})`;
  return ord === 2 || ord === -2 || ord === "nuc"
    ? new UnsupportedError(
        "CUTS_NORM",
        `Cannot compute a matrix norm: ${rule}\nTry: the singular values, cu.linalg.svd`,
      )
    : new ArgumentTypeError("CUTS_NORM", `Cannot compute a matrix norm: ${rule}`);
}
