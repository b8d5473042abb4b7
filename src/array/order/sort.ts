// sort, argsort, topk, partition and searchsorted. NaN come last in both directions. Every sort is stable: a radix sort always is,
// so there is no faster unstable kind.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { formatShape, toAxis } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import { describeArray, isNDArray, type NDArray } from "../ndarray.js";
import { axisBack } from "../axis-back.js";
import { array } from "../creation.js";
import type { IndexArray } from "../indexing/index-values.js";
import { take, takeAlongAxis } from "../indexing/take.js";
import { promoteScalar, promoteTypes, type Scalar } from "../promotion.js";
import { toNullableOptions, toOptions } from "../core/axis-options.js";
import { operandOf } from "../core/operand.js";
import { moveaxis, reshape, slice } from "../views.js";
import { encodeParts, type KeyOptions, sortableType } from "./keys.js";
import { lexicalOrder } from "./lexical-order.js";
import { placesAmong } from "./search.js";
import { firstElements, sortElements } from "./sort-rows.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";
import type { GradientCall } from "../operators/step.js";
import { movedBack } from "../indexing/scatter.js";

/** Options of {@link sort} and {@link argsort}. */
export interface SortOptions {
  /** The axis along which to sort, by default the last; null sorts the flattened array. */
  readonly axis?: number | null | undefined;
  /** Largest first; NaN still come last. */
  readonly descending?: boolean | undefined;
  /** Whether equal elements keep their order. They always do; the option exists for compatibility with NumPy and others. */
  readonly stable?: boolean | undefined;
}

const sortNames = optionNames<SortOptions>({ axis: true, descending: true, stable: true });

/**
 * The elements sorted along an axis, as a new array. Complex numbers are sorted by their real parts, then by their imaginary
 * parts.
 */
export const sort = operator("sort", sortAlong, { saves: [0], gradient: ofSort });

function sortAlong<D extends DType>(
  x: NDArray<D>,
  axisOrOptions: SortOptions | number | null = {},
): NDArray<D> {
  operandOf("sort", x);
  const options = toNullableOptions(axisOrOptions, "sort", sortNames);
  const how = { descending: options.descending };
  return alongLast(x, options.axis, (rows) => {
    if (dtypes[rows.dtype].kind === "complex") {
      using order = orderOfRows("sort", rows, how);
      return takeAlongAxis(rows, order);
    }
    return sortElements("sort", rows, how, { values: true, order: false }).values as NDArray;
  }) as NDArray<D>;
}

/** The indices that sort an array along an axis; equal elements keep their order. */
export const argsort = operator("argsort", orderAlong, "zero");

function orderAlong(x: NDArray, axisOrOptions: SortOptions | number | null = {}): NDArray<"int64"> {
  operandOf("argsort", x);
  const options = toNullableOptions(axisOrOptions, "argsort", sortNames);
  const how = { descending: options.descending };
  return alongLast(x, options.axis, (rows) => orderOfRows("argsort", rows, how)) as NDArray<"int64">;
}

function orderOfRows(name: string, rows: NDArray, how: KeyOptions): NDArray<"int64"> {
  if (dtypes[rows.dtype].kind !== "complex")
    return sortElements(name, rows, how, { values: false, order: true }).order as NDArray<"int64">;
  const keys = encodeParts(name, rows, { ...how, zerosEqual: true });
  const order = lexicalOrder(keys);
  for (const one of keys) one.dispose();
  return order;
}

/** Options of {@link topk}. */
export interface TopkOptions {
  /** The axis along which to search, by default the last. */
  readonly axis?: number | undefined;
  /** Whether to return the largest elements or the smallest; the largest by default. */
  readonly largest?: boolean | undefined;
}

const topkNames = optionNames<TopkOptions>({ axis: true, largest: true });

/**
 * The k largest elements along an axis in descending order, and their indices. NaN counts as smallest.
 * @throws RangeError `CUTS_K`.
 */
export const topk = operator("topk", topAlong, {
  saves: ["result"],
  gradient: ({ grads: [grad], args: [x, , given], result }: TopkCall) => {
    const [, indices] = result as unknown as readonly [NDArray, NDArray];
    const options = toOptions(given, "topk", topkNames);
    return [movedBack(grad as NDArray, x, (numbers) => takeAlongAxis(numbers, indices, options.axis ?? -1))];
  },
});

function topAlong<D extends DType>(
  x: NDArray<D>,
  k: number,
  axisOrOptions: TopkOptions | number = {},
): { readonly values: NDArray<D>; readonly indices: NDArray<"int64"> } {
  const own = operandOf("topk", x);
  const options = toOptions(axisOrOptions, "topk", topkNames);
  const axis = toAxis(options.axis ?? -1, own.shape.length);
  const size = own.shape[axis] as number;
  if (!Number.isInteger(k) || k < 0 || k > size) {
    throw new ArgumentRangeError(
      "CUTS_K",
      `Cannot compute topk: k must be a whole number between 0 and ${size}, the size of the axis (got ${formatValue(k)})`,
    );
  }
  const how: KeyOptions = { descending: options.largest !== false };
  using rows = moveaxis(x, axis, -1);
  sortableType("topk", x.dtype);
  const few = firstElements(rows, how, k);
  if (few !== undefined) {
    return {
      values: axisBack(few.values, axis, rows) as NDArray<D>,
      indices: axisBack(few.order, axis, rows),
    };
  }
  const { values: all, order } = sortElements("topk", rows, how, { values: true, order: true });
  using first = slice(all as NDArray, ["...", `0:${k}`]);
  using firstIndices = slice(order as NDArray<"int64">, ["...", `0:${k}`]);
  const values = first.copy();
  const whole = firstIndices.copy();
  all?.dispose();
  order?.dispose();
  return { values: axisBack(values, axis, rows) as NDArray<D>, indices: axisBack(whole, axis, rows) };
}

const partitionNames = optionNames<Pick<SortOptions, "axis">>({ axis: true });

/**
 * An array in which the elements at the given positions along the axis are those of the sorted array, with smaller ones before and
 * larger ones after them. Here all other elements are sorted too.
 * @throws RangeError `CUTS_K`.
 */
export const partition = operator("partition", partitionAlong, "composite");

function partitionAlong<D extends DType>(
  x: NDArray<D>,
  kth: number | readonly number[],
  axisOrOptions: Pick<SortOptions, "axis"> | number | null = {},
): NDArray<D> {
  const own = operandOf("partition", x);
  const options = toNullableOptions(axisOrOptions, "partition", partitionNames);
  const size =
    options.axis === null ? own.size : (own.shape[toAxis(options.axis ?? -1, own.shape.length)] as number);
  for (const k of [kth].flat()) {
    if (Number.isInteger(k) && k >= -size && k < size) continue;
    throw new ArgumentRangeError(
      "CUTS_K",
      `Cannot partition an array: kth must be between ${-size} and ${size - 1} (got ${formatValue(kth)})`,
    );
  }
  return sort(x, options);
}

/** Options of {@link searchsorted}. */
export interface SearchOptions {
  /** "left": how many are less than a value; "right": how many are not greater. "left" by default. */
  readonly side?: "left" | "right" | undefined;
  /** The indices that sort the vector, as argsort returns them, if it is not sorted itself. */
  readonly sorter?: IndexArray | undefined;
}

const searchNames = optionNames<SearchOptions>({ side: true, sorter: true });

/**
 * The index where each value belongs in a sorted vector: how many of its elements come before.
 * @throws TypeError `CUTS_SORTED_VECTOR`, `CUTS_SIDE`.
 */
export const searchsorted = operator("searchsorted", placesIn, "zero");

function placesIn(sorted: NDArray, values: NDArray | Scalar, options: SearchOptions = {}): NDArray<"int64"> {
  const own = operandOf("searchsorted", sorted);
  const { device } = own.storage;
  if (own.shape.length !== 1) {
    throw new ArgumentTypeError(
      "CUTS_SORTED_VECTOR",
      `Cannot search an array: what is searched must have one axis (got shape ${formatShape(own.shape)})`,
    );
  }
  checkOptions(options, searchNames, "compute searchsorted");
  const { side = "left", sorter } = options;
  if (side !== "left" && side !== "right") {
    throw new ArgumentTypeError(
      "CUTS_SIDE",
      `Cannot search an array: the side must be "left" or "right" (got ${formatValue(side)})`,
    );
  }
  if (sorter !== undefined) {
    using ordered = take(sorted, sorter);
    return searchsorted(ordered, values, { side });
  }
  const common = isNDArray(values)
    ? promoteTypes(sorted.dtype, values.dtype)
    : promoteScalar(sorted.dtype, values);
  const asked = isNDArray(values) ? values : array(values, { dtype: common, device });
  if (asked.storage.device !== device) {
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_DEVICE",
      `Cannot search an array: both must be on one device (got ${describeArray(sorted)} and ${describeArray(asked)})`,
    );
  }
  const dtype = sortableType("searchsorted", common);
  using vector = sorted.dtype === dtype ? undefined : sorted.astype(dtype);
  using cast = asked.dtype === dtype ? undefined : asked.astype(dtype);
  const result = placesAmong(vector ?? sorted, cast ?? asked, side === "right");
  if (asked !== values) asked.dispose();
  return result;
}

/** Computes along the last axis in place of another one, or along all elements. */
function alongLast(
  x: NDArray,
  axis: number | null | undefined,
  compute: (rows: NDArray) => NDArray,
): NDArray {
  if (axis === null) {
    using all = reshape(x, -1);
    return compute(all);
  }
  const own = toAxis(axis ?? -1, x.ndim);
  if (own === x.ndim - 1) return compute(x);
  using rows = moveaxis(x, own, -1);
  return axisBack(compute(rows), own, rows);
}

type TopkCall = GradientCall<Parameters<typeof topAlong>>;

function ofSort({ grad, args: [x, given] }: GradientCall<Parameters<typeof sortAlong>>): NDArray[] {
  const order = argsort(x, given);
  const axis = toNullableOptions(given === undefined ? {} : given, "sort", sortNames).axis;
  return [
    movedBack(grad, x, (numbers) => {
      using flat = axis === null ? reshape(numbers, -1) : reshape(numbers, numbers.shape);
      return takeAlongAxis(flat, order, axis ?? -1);
    }),
  ];
}
