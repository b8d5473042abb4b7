// Norms of matrices, and NumPy's norm, which is a vector norm or a matrix norm, depending on its axes.

import type { DType } from "../../../core/dtype.js";
import { ArgumentTypeError } from "../../../core/errors.js";
import { formatShape, toAxis } from "../../../core/shape.js";
import { formatValue } from "../../../core/text.js";
import { absolute } from "../../elementwise/functions.js";
import type { RealOf } from "../../elementwise/types.js";
import type { NDArray } from "../../ndarray.js";
import { max, min, sum } from "../../reduction/functions.js";
import { norm as vectorNorm } from "../../reduction/norm.js";
import { operandOf } from "../../core/operand.js";
import { type MeanOf, meanTypeOf } from "../../reduction/result-types.js";
import { transpose } from "../../views.js";
import { svdvals } from "../decompositions/functions.js";
import { checkOptions, optionNames } from "../../../core/options.js";
import { operator } from "../../operators/operator.js";

/**
 * Which norm of a matrix: Frobenius ("fro"), the largest sum of a column (1) or row (Infinity), the largest singular value (2), or
 * the sum of all singular values ("nuc"); -1, -Infinity and -2 are the smallest instead.
 */
export type MatrixOrder = "fro" | "nuc" | number;

/** Options of {@link matrixNorm}. */
export interface MatrixNormOptions {
  /** "fro" by default. */
  readonly ord?: MatrixOrder | undefined;
  /** Whether the two axes stay, with size 1. */
  readonly keepdims?: boolean | undefined;
}

const matrixNormNames = optionNames<MatrixNormOptions>({ ord: true, keepdims: true });

/** Options of {@link norm}. */
export interface LinalgNormOptions {
  /** Which norm; the root of the sum of squares by default. */
  readonly ord?: MatrixOrder | undefined;
  /** One axis for vector norms, two for matrix norms; without this and `ord`, the norm of all elements as one vector. */
  readonly axis?: number | readonly [number, number] | undefined;
  readonly keepdims?: boolean | undefined;
}

const normNames = optionNames<LinalgNormOptions>({ ord: true, axis: true, keepdims: true });

/** The norms of the matrices in the last two axes. @throws TypeError `CUTS_NORM`. */
export const matrixNorm = operator("linalg.matrixNorm", normOfEach, "composite");

function normOfEach<D extends DType>(
  x: NDArray<D>,
  options: MatrixNormOptions = {},
): NDArray<RealOf<MeanOf<D>>> {
  checkOptions(options, matrixNormNames, "compute matrixNorm");
  const { ord = "fro", keepdims = false } = options;
  const { shape } = operandOf("matrixNorm", x);
  if (shape.length < 2) {
    throw new ArgumentTypeError(
      "CUTS_NORM",
      `Cannot compute matrixNorm: there must be two axes at least (got ${formatShape(shape)})`,
    );
  }
  return normOfMatrices(x, ord, [-2, -1], keepdims) as NDArray<RealOf<MeanOf<D>>>;
}

/** NumPy's norm: of vectors along one axis, of matrices along two axes, or of all elements. @throws TypeError `CUTS_NORM`. */
export const norm = operator("linalg.norm", anyNorm, "composite");

function anyNorm<D extends DType>(
  x: NDArray<D>,
  options: LinalgNormOptions = {},
): NDArray<RealOf<MeanOf<D>>> {
  checkOptions(options, normNames, "compute norm");
  const { ord, axis, keepdims = false } = options;
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
  if (ord === "fro") return vectorNorm(x, { axis: [rows, columns], keepdims });
  if (ord === "nuc" || Math.abs(ord) === 2) return ofSingularValues(x, ord, rows, columns, keepdims);
  if (Math.abs(ord) !== 1 && Math.abs(ord) !== Number.POSITIVE_INFINITY) {
    throw new ArgumentTypeError(
      "CUTS_NORM",
      `Cannot compute a matrix norm: ord must be "fro", "nuc", 1, -1, 2, -2, Infinity or -Infinity (got ${formatValue(ord)})`,
    );
  }
  const [summed, other] = Math.abs(ord) === 1 ? [rows, columns] : [columns, rows];
  const isCast = x.dtype !== meanTypeOf(x.dtype);
  const floats = isCast ? x.astype(meanTypeOf(x.dtype)) : x;
  using sizes = absolute(floats);
  if (isCast) floats.dispose();
  using sums = sum(sizes, { axis: summed, keepdims: true });
  using extreme = (ord > 0 ? max : min)(sums, { axis: other, keepdims: true });
  return extreme.reshape(keptShape(x, rows, columns, keepdims));
}

/** The largest or smallest singular value, or the sum of them all. */
function ofSingularValues(
  x: NDArray,
  ord: "nuc" | number,
  rows: number,
  columns: number,
  keepdims: boolean,
): NDArray {
  const others = [...x.shape.keys()].filter((axis) => axis !== rows && axis !== columns);
  using turned = transpose(x, [...others, rows, columns]);
  using values = svdvals(turned) as NDArray;
  using found =
    ord === "nuc"
      ? sum(values, { axis: -1, dtype: values.dtype })
      : (ord > 0 ? max : min)(values, { axis: -1 });
  return found.reshape(keptShape(x, rows, columns, keepdims));
}

function keptShape({ shape }: NDArray, rows: number, columns: number, keepdims: boolean): number[] {
  return shape.flatMap((size, axis) => (axis === rows || axis === columns ? (keepdims ? [1] : []) : [size]));
}
