// Diagonals and triangles of matrices: reading them, and arrays made of them.

import type { DType } from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { formatShape, type Shape, sizeOf, toAxis, toShape } from "../core/shape.js";
import { formatValue } from "../core/text.js";
import { set } from "./access.js";
import { makeView } from "./allocate.js";
import type { NDArray } from "./ndarray.js";
import { array, eye, type EyeOptions, readEye, zeros } from "./creation.js";
import { type ArrayOptions, type WithDType, type WithoutDType, onStream } from "./creation-options.js";
import { arange } from "./creation-ranges.js";
import { greaterEqual } from "./elementwise/functions.js";
import { where } from "./elementwise/select.js";
import { sum } from "./reduction/functions.js";
import { operandOf } from "./core/operand.js";
import type { SumOf } from "./reduction/result-types.js";
import { reshape } from "./views.js";
import { checkOptions, optionNames } from "../core/options.js";
import { operator } from "./operators/operator.js";
import { movedBack, movingRule } from "./indexing/scatter.js";
import type { GradientCall } from "./operators/step.js";

/** Which diagonal; 0 is the main diagonal, positive numbers lie above it. */
export interface DiagonalOptions {
  readonly k?: number | undefined;
}

const diagonalNames = optionNames<DiagonalOptions>({ k: true });

/** Ones on the main diagonal of a square matrix. */
export function identity<D extends DType>(n: number, options: WithDType<D>): NDArray<NoInfer<D>>;
export function identity(n: number, options?: WithoutDType): NDArray<"float32">;
export function identity(n: number, options?: ArrayOptions): NDArray;
export function identity(n: number, options: ArrayOptions = {}): NDArray {
  return eye(n, n, options);
}

/** Ones at and below a diagonal, zeros above; by default as many columns as rows. */
export function tri<D extends DType>(rows: number, options: WithDType<D, EyeOptions<D>>): NDArray<NoInfer<D>>;
export function tri(rows: number, options?: WithoutDType<EyeOptions>): NDArray<"float32">;
export function tri(rows: number, options?: EyeOptions): NDArray;
export function tri<D extends DType>(
  rows: number,
  columns: number | undefined,
  options: WithDType<D, EyeOptions<D>>,
): NDArray<NoInfer<D>>;
export function tri(rows: number, columns?: number, options?: WithoutDType<EyeOptions>): NDArray<"float32">;
export function tri(rows: number, columns?: number, options?: EyeOptions): NDArray;
export function tri(rows: number, second: number | EyeOptions = rows, third: EyeOptions = {}): NDArray {
  const { columns, k = 0, dtype = "float32", ...rest } = readEye(rows, second, third);
  return onStream(rest, () => {
    using mask = triangle(rows, columns, k, rest);
    return array(mask, { ...rest, dtype });
  });
}

/** The array with zeros above a diagonal of its last two axes. @throws RangeError `CUTS_AXIS`. */
export const tril = operator("tril", lowerTriangle, "composite");

function lowerTriangle<D extends DType>(x: NDArray<D>, options: DiagonalOptions = {}): NDArray<D> {
  operandOf("tril", x);
  checkOptions(options, diagonalNames, "compute tril");
  const [rows, columns] = matrixSize("tril", x.shape);
  using mask = triangle(rows, columns, options.k ?? 0, { device: x.device });
  using zero = zeros([], { dtype: x.dtype, device: x.device });
  return where(mask, x, zero) as unknown as NDArray<D>;
}

/** The array with zeros below a diagonal of its last two axes. @throws RangeError `CUTS_AXIS`. */
export const triu = operator("triu", upperTriangle, "composite");

function upperTriangle<D extends DType>(x: NDArray<D>, options: DiagonalOptions = {}): NDArray<D> {
  operandOf("triu", x);
  checkOptions(options, diagonalNames, "compute triu");
  const [rows, columns] = matrixSize("triu", x.shape);
  using mask = triangle(rows, columns, (options.k ?? 0) - 1, { device: x.device });
  using zero = zeros([], { dtype: x.dtype, device: x.device });
  return where(mask, zero, x) as unknown as NDArray<D>;
}

/** A matrix with a vector on a diagonal; or, of a matrix, the diagonal as a view. @throws TypeError `CUTS_DIAGONAL`. */
export const diag = operator("diag", diagonalOrMatrix, { gradient: ofDiagonal });

function diagonalOrMatrix<D extends DType>(x: NDArray<D>, options: DiagonalOptions = {}): NDArray<D> {
  const { shape } = operandOf("diag", x);
  checkOptions(options, diagonalNames, "compute diag");
  const { k = 0 } = options;
  if (shape.length === 2) return diagonal(x, { offset: k });
  if (shape.length !== 1) {
    throw new ArgumentTypeError(
      "CUTS_DIAGONAL",
      `Cannot compute diag: it takes a vector or a matrix (got shape ${formatShape(shape)})`,
    );
  }
  const n = x.size + Math.abs(k);
  const made = zeros([n, n], { dtype: x.dtype, device: x.device });
  using line = diagonal(made, { offset: k });
  set(line, x);
  return made;
}

/** Options of {@link diagonal}. */
export interface DiagonalViewOptions {
  /** Which diagonal; 0, the main diagonal, by default. */
  readonly offset?: number | undefined;
  /** The axes of the matrices, the first two by default. */
  readonly axis1?: number | undefined;
  readonly axis2?: number | undefined;
}

const viewNames = optionNames<DiagonalViewOptions>({ offset: true, axis1: true, axis2: true });

/** A diagonal of two axes, as the last axis of a view. @throws TypeError `CUTS_AXES`, `CUTS_DIAGONAL`; RangeError `CUTS_AXIS`. */
export const diagonal = operator("diagonal", diagonalView, movingRule(diagonalView as never));

function diagonalView<D extends DType>(x: NDArray<D>, options: DiagonalViewOptions = {}): NDArray<D> {
  const { shape, strides } = operandOf("diagonal", x);
  checkOptions(options, viewNames, "compute diagonal");
  const { offset = 0 } = options;
  const rows = toAxis(options.axis1 ?? 0, shape.length);
  const columns = toAxis(options.axis2 ?? 1, shape.length);
  if (rows === columns) {
    throw new ArgumentTypeError(
      "CUTS_AXES",
      `Cannot take a diagonal: it needs two different axes (got ${rows} twice)`,
    );
  }
  checkDiagonal("take a diagonal", offset);
  const [down, right] = [Math.max(0, -offset), Math.max(0, offset)];
  const [stepDown, stepRight] = [strides[rows] as number, strides[columns] as number];
  const length = Math.max(0, Math.min((shape[rows] as number) - down, (shape[columns] as number) - right));
  const others = (list: readonly number[]): number[] =>
    list.filter((_, axis) => axis !== rows && axis !== columns);
  const start = x.offset + (length > 0 ? down * stepDown + right * stepRight : 0);
  return makeView(x, [...others(shape), length], [...others(strides), stepDown + stepRight], start);
}

/** Options of {@link trace}. */
export interface TraceOptions<R extends DType = DType> extends DiagonalViewOptions {
  /** The dtype of the computation and the result; by default that of a sum. */
  readonly dtype?: R | undefined;
}

const traceNames = optionNames<TraceOptions>({ offset: true, axis1: true, axis2: true, dtype: true });

/** The sum of a diagonal. */
export const trace = operator("trace", sumOfDiagonal, "composite");

function sumOfDiagonal<R extends DType>(
  x: NDArray,
  options: WithDType<R, TraceOptions<R>>,
): NDArray<NoInfer<R>>;
function sumOfDiagonal<D extends DType, R extends DType = never>(
  x: NDArray<D>,
  options?: TraceOptions<R>,
): NDArray<SumOf<D> | NoInfer<R>>;
function sumOfDiagonal(x: NDArray, options: TraceOptions = {}): NDArray {
  checkOptions(options, traceNames, "compute trace");
  const { dtype, ...rest } = options;
  using line = diagonal(x, rest);
  return sum(line, { axis: -1, dtype });
}

/** True at and below a diagonal. */
function triangle(rows: number, columns: number, k: number, options: ArrayOptions): NDArray<"bool"> {
  checkDiagonal("make a triangle", k);
  const { device } = options;
  const where = { dtype: "int64", ...(device === undefined ? {} : { device }) } as const;
  using down = arange(k, k + sizeOf(toShape(rows)), where);
  using column = reshape(down, -1, 1);
  using right = arange(columns, where);
  return greaterEqual(column, right);
}

function checkDiagonal(action: string, k: number): void {
  if (Number.isInteger(k)) return;
  throw new ArgumentTypeError(
    "CUTS_DIAGONAL",
    `Cannot ${action}: the diagonal must be a whole number (got ${formatValue(k)})`,
  );
}

function matrixSize(name: string, shape: Shape): readonly [rows: number, columns: number] {
  // NumPy takes a vector as every row of a square.
  if (shape.length === 1) return [shape[0] as number, shape[0] as number];
  if (shape.length > 1) return shape.slice(-2) as [number, number];
  throw new ArgumentRangeError("CUTS_AXIS", `Cannot compute ${name}: a scalar has no axes`);
}

function ofDiagonal({
  grad,
  args: [x, options],
}: GradientCall<Parameters<typeof diagonalOrMatrix>>): NDArray[] {
  const offset = options?.k ?? 0;
  if (x.ndim === 1) return [grad.diagonal({ offset })];
  return [movedBack(grad, x, (numbers) => diagonalView(numbers, { offset }))];
}
