// Products of many matrices: multiDot, in the order with the fewest multiplications, and matrixPower.

import type { DType } from "../../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../../core/errors.js";
import { formatShape } from "../../../core/shape.js";
import { formatValue } from "../../../core/text.js";
import { copy } from "../../copy.js";
import { eye } from "../../creation.js";
import type { JoinedOf } from "../../joining/concatenate.js";
import type { NDArray } from "../../ndarray.js";
import { operandOf } from "../../core/operand.js";
import { broadcastTo } from "../../views.js";
import type { MatrixOf } from "../decompositions/arguments.js";
import { inv } from "../decompositions/functions.js";
import { matmulNames, type MatmulOptions, product } from "./matmul.js";
import { checkOptions } from "../../../core/options.js";
import { operator } from "../../operators/operator.js";

/**
 * The product of a list of matrices, in the order with the fewest multiplications. The first may be a row vector, and the last a
 * column vector.
 * @throws TypeError `CUTS_MULTI_DOT`; RangeError `CUTS_MATMUL`.
 * @example cu.linalg.multiDot([a, b, c])
 */
export const multiDot = operator("linalg.multiDot", multiDotOf, "composite");

function multiDotOf<D extends DType>(
  arrays: readonly NDArray<D>[],
  options: MatmulOptions<JoinedOf<D>> = {},
): NDArray<JoinedOf<D>> {
  checkOptions(options, matmulNames, "compute multiDot");
  if (!Array.isArray(arrays) || arrays.length < 2) {
    throw new ArgumentTypeError(
      "CUTS_MULTI_DOT",
      `Cannot compute multiDot: it needs a list of two arrays at least (got ${formatValue(arrays)})`,
    );
  }
  const list = arrays as readonly NDArray[];
  for (const [index, array] of list.entries()) {
    const { shape } = operandOf("multiDot", array);
    const isEnd = index === 0 || index === list.length - 1;
    if (shape.length === 2 || (shape.length === 1 && isEnd)) continue;
    throw new ArgumentTypeError(
      "CUTS_MULTI_DOT",
      `Cannot compute multiDot: arrays must be matrices, and vectors only at the ends (got ${formatShape(shape)} at ${index})`,
    );
  }
  const last = list.length - 1;
  const sizes = list.map((array, index) =>
    index === 0 && array.ndim === 1 ? 1 : (array.shape[0] as number),
  );
  sizes.push(list[last]?.ndim === 1 ? 1 : (list[last]?.shape[1] as number));
  const splits = bestSplits(sizes);
  const multiplied = (from: number, to: number, how: MatmulOptions): NDArray => {
    const split = splits[from]?.[to] as number;
    const left = split === from ? undefined : multiplied(from, split, { precision: how.precision });
    const right = split + 1 === to ? undefined : multiplied(split + 1, to, { precision: how.precision });
    const made = product("multiDot", left ?? (list[from] as NDArray), right ?? (list[to] as NDArray), how);
    left?.dispose();
    right?.dispose();
    return made;
  };
  return multiplied(0, last, options) as NDArray<JoinedOf<D>>;
}

/** The dtype of a power of a matrix; for a negative exponent, that of the inverse. */
export type MatrixPowerOf<D extends DType, N extends number> = N extends number
  ? number extends N
    ? D | MatrixOf<D>
    : `${N}` extends `-${string}`
      ? MatrixOf<D>
      : D
  : never;

/**
 * A square matrix, or each matrix of a batch, to an integer power, by repeated squaring (about log2(n) products). A negative
 * exponent uses the inverse, which is float64 for integers.
 * @throws RangeError `CUTS_MATRIX_POWER` for an exponent that is no whole number; TypeError for other shapes.
 */
export const matrixPower = operator("linalg.matrixPower", matrixPowerOf, "composite");

function matrixPowerOf<D extends DType, N extends number>(
  x: NDArray<D>,
  exponent: N,
): NDArray<MatrixPowerOf<D, N>>;
function matrixPowerOf(x: NDArray, exponent: number): NDArray {
  const { shape, dtype, storage } = operandOf("matrixPower", x);
  if (shape.length < 2 || shape.at(-1) !== shape.at(-2)) {
    throw new ArgumentTypeError(
      "CUTS_MATRIX_POWER",
      `Cannot compute matrixPower: matrices must be square (got ${formatShape(shape)})`,
    );
  }
  if (!Number.isSafeInteger(exponent)) {
    throw new ArgumentRangeError(
      "CUTS_MATRIX_POWER",
      `Cannot compute matrixPower: the exponent must be a whole number (got ${formatValue(exponent)})`,
    );
  }
  if (exponent < 0) {
    using inverse = inv(x);
    return matrixPower(inverse, -exponent);
  }
  if (exponent === 0) {
    using one = eye(shape.at(-1) as number, undefined, { dtype, device: storage.device });
    using many = broadcastTo(one, shape);
    return copy(many);
  }
  let result: NDArray | undefined;
  let square: NDArray = x;
  for (let rest = exponent; ; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) {
      const next = result === undefined ? copy(square) : product("matrixPower", result, square);
      result?.dispose();
      result = next;
    }
    if (rest === 1) break;
    const next = product("matrixPower", square, square);
    if (square !== x) square.dispose();
    square = next;
  }
  if (square !== x) square.dispose();
  return result as NDArray;
}

/** Where the product of matrices from..to is best cut in two: the known recursion over all partial products. */
function bestSplits(sizes: readonly number[]): readonly (readonly number[])[] {
  const count = sizes.length - 1;
  const costs = Array.from({ length: count }, () => Array.from({ length: count }, () => 0));
  const splits = Array.from({ length: count }, () => Array.from({ length: count }, () => 0));
  for (let length = 2; length <= count; length++) {
    for (let from = 0; from + length <= count; from++) {
      const to = from + length - 1;
      let best = Number.POSITIVE_INFINITY;
      for (let split = from; split < to; split++) {
        const cost =
          (costs[from]?.[split] ?? 0) +
          (costs[split + 1]?.[to] ?? 0) +
          (sizes[from] as number) * (sizes[split + 1] as number) * (sizes[to + 1] as number);
        if (cost >= best) continue;
        best = cost;
        (splits[from] as number[])[to] = split;
      }
      (costs[from] as number[])[to] = best;
    }
  }
  return splits;
}
