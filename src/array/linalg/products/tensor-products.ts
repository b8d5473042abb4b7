// tensordot, which sums products over given axes, and its special cases dot, inner, vdot and vecdot.

import type { DType } from "../../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../../core/errors.js";
import { formatShape, sizeOf, toAxis } from "../../../core/shape.js";
import { formatValue } from "../../../core/text.js";
import type { NDArray } from "../../ndarray.js";
import { copyInto } from "../../copy.js";
import { conjugate, multiply } from "../../elementwise/functions.js";
import type { Promote } from "../../promotion.js";
import { operandOf } from "../../core/operand.js";
import { expandDims, moveaxis, reshape, squeeze, transpose } from "../../views.js";
import { matmulNames, type MatmulOptions, product } from "./matmul.js";
import { checkOptions, optionNames } from "../../../core/options.js";
import { operator } from "../../operators/operator.js";

/** Options of {@link tensordot}. */
export interface TensordotOptions {
  /**
   * The axes that are summed over: a number of axes, the last of `a` with the first of `b`, or one list for `a` and one for `b`. 2
   * by default.
   */
  readonly axes?: number | readonly [number | readonly number[], number | readonly number[]] | undefined;
}

const tensordotNames = optionNames<TensordotOptions>({ axes: true });

/**
 * Sums products over axes of `a` and `b`; the result has the remaining axes of `a`, then those of `b`.
 * @throws RangeError `CUTS_TENSORDOT`, `CUTS_AXIS`.
 * @example cu.tensordot(cu.ones([2, 3, 4]), cu.ones([3, 4, 5])).shape // [2, 5]
 */
export const tensordot = operator("tensordot", contractAxes, "composite");

function contractAxes<D extends DType, E extends DType>(
  a: NDArray<D>,
  b: NDArray<E>,
  options: TensordotOptions = {},
): NDArray<Promote<D, E>> {
  checkOptions(options, tensordotNames, "compute tensordot");
  operandOf("tensordot", a);
  operandOf("tensordot", b);
  const [ofA, ofB] = summedAxes(options.axes ?? 2, a, b);
  return contract("tensordot", a, ofA, b, ofB) as NDArray<Promote<D, E>>;
}

/**
 * NumPy's dot: the inner product of vectors, the matmul of matrices, the element-wise product with a 0-d array; else the sum over
 * the last axis of `a` and the last but one of `b`.
 * @throws RangeError `CUTS_TENSORDOT`.
 */
export const dot = operator("dot", dotProduct, "composite");

function dotProduct<D extends DType, E extends DType>(
  a: NDArray<D>,
  b: NDArray<E>,
  options: MatmulOptions<Promote<D, E>> = {},
): NDArray<Promote<D, E>> {
  return dotOf(a, b, options) as NDArray<Promote<D, E>>;
}

/**
 * The sum of products over the last axis of both; with a 0-d array, the element-wise product.
 * @throws RangeError `CUTS_TENSORDOT`.
 */
export const inner = operator("inner", innerProduct, "composite");

function innerProduct<D extends DType, E extends DType>(
  a: NDArray<D>,
  b: NDArray<E>,
): NDArray<Promote<D, E>> {
  operandOf("inner", a);
  operandOf("inner", b);
  if (a.ndim === 0 || b.ndim === 0) return multiply(a, b);
  return contract("inner", a, [a.ndim - 1], b, [b.ndim - 1]) as NDArray<Promote<D, E>>;
}

/** The inner product of all elements in C order, with `a` conjugated. @throws RangeError `CUTS_MATMUL`. */
export const vdot = operator("vdot", conjugateProduct, "composite");

function conjugateProduct<D extends DType, E extends DType>(
  a: NDArray<D>,
  b: NDArray<E>,
): NDArray<Promote<D, E>> {
  operandOf("vdot", a);
  operandOf("vdot", b);
  using left = reshape(a as NDArray, -1);
  using right = reshape(b as NDArray, -1);
  using conjugated = conjugatedOf(left);
  return product("vdot", conjugated ?? left, right) as NDArray<Promote<D, E>>;
}

/** Options of {@link vecdot}. */
export interface VecdotOptions {
  /** The axis of the vectors, counted from the end of both; -1 by default. */
  readonly axis?: number | undefined;
}

const vecdotNames = optionNames<VecdotOptions>({ axis: true });

/**
 * The inner products of vectors along an axis, with `a` conjugated; the other axes are broadcast.
 * @throws RangeError `CUTS_MATMUL`, `CUTS_BROADCAST`, `CUTS_AXIS`.
 */
export const vecdot = operator("vecdot", vectorProducts, "composite");

function vectorProducts<D extends DType, E extends DType>(
  a: NDArray<D>,
  b: NDArray<E>,
  options: VecdotOptions = {},
): NDArray<Promote<D, E>> {
  checkOptions(options, vecdotNames, "compute vecdot");
  const { axis = -1 } = options;
  operandOf("vecdot", a);
  operandOf("vecdot", b);
  using left = moveaxis(a as NDArray, axis, -1);
  using right = moveaxis(b as NDArray, axis, -1);
  const sizes = [left.shape.at(-1), right.shape.at(-1)];
  if (sizes[0] !== sizes[1]) {
    throw new ArgumentRangeError(
      "CUTS_MATMUL",
      `Cannot compute vecdot: the vectors must be of one length (got ${sizes[0]} and ${sizes[1]})`,
    );
  }
  using conjugated = conjugatedOf(left);
  using rows = expandDims(conjugated ?? left, -2);
  using columns = expandDims(right, -1);
  using made = product("vecdot", rows, columns);
  return squeeze(made, [-2, -1]) as NDArray<Promote<D, E>>;
}

/**
 * Sums over axes of two arrays: turns both so that matmul does it. The result has the other axes of `a`, then of `b`.
 */
function contract(
  name: string,
  a: NDArray,
  ofA: readonly number[],
  b: NDArray,
  ofB: readonly number[],
  options: MatmulOptions = {},
): NDArray {
  const mismatch = ofA.findIndex((axis, index) => a.shape[axis] !== b.shape[ofB[index] as number]);
  if (mismatch >= 0 || ofA.length !== ofB.length) {
    throw new ArgumentRangeError(
      "CUTS_TENSORDOT",
      `Cannot compute ${name}: axes that are summed over must be of one size, in pairs ` +
        `(got axes ${formatShape(ofA)} of ${formatShape(a.shape)} and ${formatShape(ofB)} of ${formatShape(b.shape)})`,
    );
  }
  const keptA = [...a.shape.keys()].filter((axis) => !ofA.includes(axis));
  const keptB = [...b.shape.keys()].filter((axis) => !ofB.includes(axis));
  const sizes = (x: NDArray, axes: readonly number[]): number[] =>
    axes.map((axis) => x.shape[axis] as number);
  const k = sizeOf(sizes(a, ofA));
  using turnedA = transpose(a, [...keptA, ...ofA]);
  using turnedB = transpose(b, [...ofB, ...keptB]);
  using left = reshape(turnedA, [sizeOf(sizes(a, keptA)), k]);
  using right = reshape(turnedB, [k, sizeOf(sizes(b, keptB))]);
  const shape = [...sizes(a, keptA), ...sizes(b, keptB)];
  const { out, ...rest } = options;
  if (out !== undefined && out.isContiguous && sizeOf(shape) === out.size && out.ndim === shape.length) {
    using flat = reshape(out, [left.shape[0] as number, right.shape[1] as number]);
    product(name, left, right, { ...rest, out: flat });
    return out;
  }
  using made = product(name, left, right, rest);
  const result = reshape(made, shape);
  if (out === undefined) return result;
  writeOut(name, result, out);
  return out;
}

function dotOf(a: NDArray, b: NDArray, options: MatmulOptions): NDArray {
  operandOf("dot", a);
  operandOf("dot", b);
  checkOptions(options, matmulNames, "compute dot");
  const { out } = options;
  if (a.ndim === 0 || b.ndim === 0) return multiply(a, b, out === undefined ? {} : { out });
  if (a.ndim <= 2 && b.ndim <= 2) return product("dot", a, b, options);
  return contract("dot", a, [a.ndim - 1], b, [b.ndim === 1 ? 0 : b.ndim - 2], options);
}

/** Copies a result into `out`, which must be of its shape and dtype, and ends it. */
function writeOut(name: string, result: NDArray, out: NDArray): void {
  const [own, into] = [result, out];
  if (own.dtype !== into.dtype || formatShape(own.shape) !== formatShape(into.shape)) {
    throw new ArgumentTypeError(
      "CUTS_OUT",
      `Cannot compute ${name} into an array: \`out\` must be ${own.dtype}${formatShape(own.shape)} (got ${into.dtype}${formatShape(into.shape)})`,
    );
  }
  copyInto(result, out);
  result.dispose();
}

/** The conjugates of complex numbers; undefined for real ones, which have none of their own. */
function conjugatedOf(x: NDArray): NDArray | undefined {
  return x.dtype === "complex64" || x.dtype === "complex128" ? conjugate(x) : undefined;
}

function summedAxes(
  axes: NonNullable<TensordotOptions["axes"]>,
  a: NDArray,
  b: NDArray,
): readonly [readonly number[], readonly number[]] {
  if (typeof axes !== "number") {
    const [ofA, ofB] = axes;
    return [
      [ofA].flat().map((axis) => toAxis(axis, a.ndim)),
      [ofB].flat().map((axis) => toAxis(axis, b.ndim)),
    ];
  }
  if (!Number.isInteger(axes) || axes < 0 || axes > Math.min(a.ndim, b.ndim)) {
    throw new ArgumentRangeError(
      "CUTS_TENSORDOT",
      `Cannot compute tensordot: axes must be a whole number of axes that both have, or two lists (got ${formatValue(axes)} for ${formatShape(a.shape)} and ${formatShape(b.shape)})`,
    );
  }
  const count = Array.from({ length: axes }, (_, index) => index);
  return [count.map((index) => a.ndim - axes + index), count];
}
