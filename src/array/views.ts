// Views: the same memory with another shape. Nothing is copied, except by reshape and ravel if the elements do not lie in order. A
// view keeps the memory alive, and writing to it writes to the array.

import { broadcastShapes, broadcastStrides } from "../core/broadcast.js";
import type { DType } from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { formatShape, type Shape, sizeOf, toAxis, toShape } from "../core/shape.js";
import { cStrides, type Strides } from "../core/strides.js";
import { formatValue } from "../core/text.js";
import { makeView } from "./allocate.js";
import { type NDArray, usableArray } from "./ndarray.js";
import { copy } from "./copy.js";
import { type ArrayIndex, hasIndexArrays, takeSelected } from "./indexing/selection.js";
import { type SliceIndex, sliceRegion } from "./slices.js";
import { operator } from "./operators/operator.js";
import type { GradientCall } from "./operators/step.js";
import { deferred } from "./operators/deferred.js";
import { unslice } from "./unslice.js";

/**
 * The same elements in another shape: a view if their order in memory allows it, else a copy. One size may be -1, which is
 * computed.
 * @throws RangeError `CUTS_RESHAPE`.
 */
export const reshape = operator(
  "reshape",
  reshapeTo,
  {
    gradient: ({ grad, args: [x] }: GradientCall<readonly [NDArray]>) => [grad.reshape(x.shape)],
  },
  { isVariadic: true },
);

function reshapeTo<D extends DType>(array: NDArray<D>, ...shape: readonly number[] | [Shape]): NDArray<D> {
  usableArray(array, "reshape an array");
  const target = resolveShape(array, Array.isArray(shape[0]) ? (shape[0] as Shape) : (shape as Shape));
  if (array.isContiguous) return makeView(array, target, cStrides(target), array.offset);
  const strides = reshapedStrides(array.shape, array.strides, target);
  if (strides !== undefined) return makeView(array, target, strides, array.offset);
  using packed = copy(array);
  return makeView(packed, target, cStrides(target), packed.offset);
}

/** All elements along one axis: a view if their order in memory allows it, else a copy. */
export const ravel = operator("ravel", ravelAll, "composite");

function ravelAll<D extends DType>(array: NDArray<D>): NDArray<D> {
  return reshape(array, -1);
}

/** The axes in another order, reversed by default. @throws RangeError `CUTS_AXIS`; TypeError `CUTS_AXES`. */
export const transpose = operator("transpose", transposeAxes, { gradient: turnedBack }, { isVariadic: true });

function transposeAxes<D extends DType>(
  array: NDArray<D>,
  ...axes: readonly number[] | [readonly number[]]
): NDArray<D> {
  usableArray(array, "transpose an array");
  const { shape, strides, ndim } = array;
  const given = (Array.isArray(axes[0]) ? axes[0] : axes) as readonly number[];
  const order =
    given.length === 0 ? shape.map((_, axis) => ndim - 1 - axis) : given.map((axis) => toAxis(axis, ndim));
  if (order.length !== ndim || new Set(order).size !== ndim) {
    throw new ArgumentTypeError(
      "CUTS_AXES",
      `Cannot transpose an array: every one of its ${ndim} axes must be named once (got ${formatValue(given)})`,
    );
  }
  const take = (list: readonly number[]): number[] => order.map((axis) => list[axis] as number);
  return makeView(array, take(shape), take(strides), array.offset);
}

/** The array with two axes swapped. @throws RangeError `CUTS_AXIS`. */
export const swapaxes = operator("swapaxes", exchangeAxes, "composite");

function exchangeAxes<D extends DType>(array: NDArray<D>, first: number, second: number): NDArray<D> {
  usableArray(array, "exchange axes of an array");
  const order = array.shape.map((_, axis) => axis);
  const [a, b] = [toAxis(first, array.ndim), toAxis(second, array.ndim)];
  order[a] = b;
  order[b] = a;
  return transpose(array, order);
}

/** Moves axes to other positions; the other axes keep their order. @throws RangeError `CUTS_AXIS`; TypeError `CUTS_AXES`. */
export const moveaxis = operator("moveaxis", moveAxes, "composite");

function moveAxes<D extends DType>(
  array: NDArray<D>,
  from: number | readonly number[],
  to: number | readonly number[],
): NDArray<D> {
  usableArray(array, "move axes of an array");
  const [sources, targets] = [axesOf(from, array.ndim), axesOf(to, array.ndim)];
  if (sources.length !== targets.length) {
    throw new ArgumentTypeError(
      "CUTS_AXES",
      `Cannot move axes: there must be a place for each (got ${formatValue(from)} to ${formatValue(to)})`,
    );
  }
  const order = array.shape.map((_, axis) => axis).filter((axis) => !sources.includes(axis));
  const moves = targets.map((target, index) => [target, sources[index] as number] as const);
  for (const [target, source] of moves.sort(([a], [b]) => a - b)) order.splice(target, 0, source);
  return transpose(array, order);
}

/**
 * A part of the array: one index for each axis, from the front; axes without an index are taken whole. Numbers and ranges make a
 * view. Index arrays (integer arrays, nested lists, lists of booleans) select as in NumPy, and make a copy.
 * @throws TypeError or RangeError `CUTS_INDEX`. A wrong index in an array on the device is an error of whoever awaits.
 * @example x.slice(["1:10:2", -1]); x.slice(["...", null, "::-1"]); x.slice([[0, 2, 2], ":"]);
 */
export const slice = operator("slice", select, { saves: [1], gradient: ofSlice });

function select<D extends DType>(array: NDArray<D>, indices: readonly ArrayIndex[] | ArrayIndex): NDArray<D> {
  usableArray(array, "slice an array");
  const list = (Array.isArray(indices) ? indices : [indices]) as readonly ArrayIndex[];
  if (hasIndexArrays(list)) return takeSelected(array, list);
  const region = sliceRegion(array.shape, array.strides, list as readonly SliceIndex[]);
  return makeView(array, region.shape, region.strides, array.offset + region.offset);
}

/**
 * The rows from `begin` up to `end`, as a view along the first axis. As in typed arrays, negative numbers count from the end.
 * @throws RangeError `CUTS_INDEX` for an array without axes.
 */
export const subarray = operator("subarray", selectRows, {
  gradient: ({ grad, args: [x, begin = 0, end = Infinity] }: SubarrayCall) => {
    const from = clampIndex(begin, x.shape[0] as number);
    return [unslice(grad, x.shape, [`${from}:${Math.max(from, clampIndex(end, x.shape[0] as number))}`])];
  },
});

function selectRows<D extends DType>(
  array: NDArray<D>,
  begin: number | bigint = 0,
  end: number | bigint = Infinity,
): NDArray<D> {
  usableArray(array, "take a part of an array");
  const { shape, strides, offset } = array;
  const [size, ...others] = shape;
  if (size === undefined) {
    throw new ArgumentRangeError(
      "CUTS_INDEX",
      "Cannot take a part of an array: it must have an axis (got the shape [])",
    );
  }
  const wrong = [begin, end].find((one) => typeof one !== "number" && typeof one !== "bigint");
  if (wrong !== undefined) {
    throw new ArgumentTypeError(
      "CUTS_INDEX",
      `Cannot take a part of an array: its bounds must be numbers (got ${formatValue(wrong)})`,
    );
  }
  const from = clampIndex(begin, size);
  const to = Math.max(from, clampIndex(end, size));
  return makeView(array, [to - from, ...others], strides, offset + from * (strides[0] as number));
}

function clampIndex(index: number | bigint, size: number): number {
  // What is read of an array of indices is a bigint.
  const whole = Math.trunc(Number(index)) || 0;
  return whole < 0 ? Math.max(0, size + whole) : Math.min(whole, size);
}

/** The array broadcast to another shape, as a read-only view. @throws RangeError `CUTS_BROADCAST`. */
export const broadcastTo = operator("broadcastTo", stretch, { gradient: ({ grad }) => [grad] });

function stretch<D extends DType>(array: NDArray<D>, shape: number | Shape): NDArray<D> {
  usableArray(array, "broadcast an array");
  const target = toShape(shape);
  const strides = broadcastStrides(array.shape, array.strides, target);
  return makeView(array, target, strides, array.offset, { isReadonly: true });
}

/** Views of all arrays, broadcast to their common shape. @throws RangeError `CUTS_BROADCAST`. */
export const broadcastArrays = operator("broadcastArrays", stretchAll, "composite", { isVariadic: true });

function stretchAll(...arrays: readonly NDArray[]): NDArray[] {
  const shape = broadcastShapes(arrays.map((array) => usableArray(array, "broadcast an array").shape));
  return arrays.map((array) => broadcastTo(array, shape));
}

/** Axes: one, several, or an object with the option `axis`. */
export type AxisChoice =
  | number
  | readonly number[]
  | { readonly axis?: number | readonly number[] | undefined };

/** Removes axes of size 1: the given ones, or all of them. @throws RangeError `CUTS_SQUEEZE`, `CUTS_AXIS`. */
export const squeeze = operator("squeeze", squeezeAxes, {
  gradient: ({ grad, args: [x] }: GradientCall<readonly [NDArray]>) => [grad.reshape(x.shape)],
});

function squeezeAxes<D extends DType>(array: NDArray<D>, axis?: AxisChoice): NDArray<D> {
  usableArray(array, "squeeze an array");
  const { shape, strides, ndim } = array;
  const given = chosen(axis);
  const named = given === undefined ? undefined : axesOf(given, ndim);
  const wrong = named?.find((one) => shape[one] !== 1);
  if (wrong !== undefined) {
    throw new ArgumentRangeError(
      "CUTS_SQUEEZE",
      `Cannot squeeze axis ${wrong}: its size must be 1 (got shape ${formatShape(shape)})`,
    );
  }
  const kept = shape.flatMap((size, one) => ((named?.includes(one) ?? size === 1) ? [] : [one]));
  const take = (list: readonly number[]): number[] => kept.map((one) => list[one] as number);
  return makeView(array, take(shape), take(strides), array.offset);
}

/**
 * Inserts axes of size 1 at the given positions of the result, by default at the front.
 * @throws RangeError `CUTS_AXIS`; TypeError `CUTS_AXES`.
 */
export const expandDims = operator("expandDims", expandAxes, {
  gradient: ({ grad, args: [x] }: GradientCall<readonly [NDArray]>) => [grad.reshape(x.shape)],
});

function expandAxes<D extends DType>(array: NDArray<D>, axis: AxisChoice = 0): NDArray<D> {
  usableArray(array, "expand an array");
  const given = chosen(axis) ?? 0;
  const axes = axesOf(given, array.ndim + [given].flat().length).sort((a, b) => a - b);
  if (new Set(axes).size !== axes.length) {
    throw new ArgumentTypeError(
      "CUTS_AXES",
      `Cannot expand an array: a place must be named once (got ${formatValue(given)})`,
    );
  }
  const [shape, strides] = [[...array.shape], [...array.strides]];
  for (const at of axes) {
    shape.splice(at, 0, 1);
    strides.splice(at, 0, 0);
  }
  return makeView(array, shape, strides, array.offset);
}

/** Reverses the order of elements along the given axes, or along all. @throws RangeError `CUTS_AXIS`. */
export const flip = operator("flip", reverse, "composite");

function reverse<D extends DType>(array: NDArray<D>, axis?: AxisChoice): NDArray<D> {
  usableArray(array, "flip an array");
  const axes = axesOf(chosen(axis) ?? [...array.shape.keys()], array.ndim);
  const indices = array.shape.map((_, one) => (axes.includes(one) ? "::-1" : ":"));
  return slice(array, indices);
}

function chosen(axis: AxisChoice | undefined): number | readonly number[] | undefined {
  if (typeof axis !== "object" || axis === null) return axis ?? undefined;
  return Array.isArray(axis)
    ? axis
    : ((axis as { readonly axis?: number | readonly number[] }).axis ?? undefined);
}

function axesOf(axis: number | readonly number[], ndim: number): number[] {
  return [axis].flat().map((one) => toAxis(one, ndim));
}

/**
 * Iterates over the first axis as views. An array without axes yields its element, which is read at once, because `toEqual` of
 * test runners descends to that level.
 */
export function* rows<D extends DType>(array: NDArray<D>): Generator<NDArray<D>> {
  if (array.ndim === 0) yield array.itemSync() as never;
  for (let index = 0; index < (array.shape[0] ?? 0); index++) yield slice(array, index);
}

function resolveShape(array: NDArray, shape: Shape): Shape {
  const open = shape.indexOf(-1);
  if (open !== shape.lastIndexOf(-1)) {
    throw new ArgumentRangeError(
      "CUTS_RESHAPE",
      `Cannot reshape an array of shape ${formatShape(array.shape)}: one size may be -1, which is worked out of the others (got ${formatShape(shape)})`,
    );
  }
  const known = toShape(open < 0 ? shape : shape.toSpliced(open, 1));
  const size = sizeOf(known);
  const rest = open < 0 ? 1 : array.size / size;
  if (open < 0 ? size === array.size : Number.isInteger(rest)) {
    return open < 0 ? known : Object.freeze(known.toSpliced(open, 0, rest));
  }
  throw new ArgumentRangeError(
    "CUTS_RESHAPE",
    `Cannot reshape an array of shape ${formatShape(array.shape)}: the new shape must have ${array.size} elements too (got ${formatShape(shape)})`,
  );
}

/** The strides of the new shape over the same memory; undefined where it would have to be copied. */
function reshapedStrides(shape: Shape, strides: Strides, target: Shape): Strides | undefined {
  const old = shape.flatMap((size, axis) => (size === 1 ? [] : [{ size, stride: strides[axis] as number }]));
  const result: number[] = target.map(() => 0);
  let oldAxis = 0;
  let newAxis = 0;
  while (oldAxis < old.length) {
    // The smallest runs of old and new axes that hold equally many elements: within a run the old ones must be one.
    let first = oldAxis;
    let oldSize = (old[oldAxis] as { size: number }).size;
    let newSize = target[newAxis] ?? 1;
    let newEnd = newAxis + 1;
    oldAxis++;
    while (oldSize !== newSize) {
      if (newSize < oldSize) newSize *= target[newEnd++] ?? 1;
      else oldSize *= old[oldAxis++]?.size ?? 1;
    }
    for (; first + 1 < oldAxis; first++) {
      const [outer, inner] = [old[first], old[first + 1]];
      if (outer === undefined || inner === undefined || outer.stride !== inner.stride * inner.size)
        return undefined;
    }
    let stride = old[oldAxis - 1]?.stride ?? 1;
    for (let axis = newEnd - 1; axis >= newAxis; axis--) {
      result[axis] = stride;
      stride *= target[axis] as number;
    }
    newAxis = newEnd;
  }
  return result;
}

type SubarrayCall = GradientCall<readonly [NDArray, (number | bigint)?, (number | bigint)?]>;

function turnedBack({ grad, args: [x, ...axes] }: GradientCall<readonly [NDArray, ...unknown[]]>): NDArray[] {
  const given = (Array.isArray(axes[0]) ? axes[0] : axes) as readonly number[];
  if (given.length === 0) return [grad.transpose()];
  const order = given.map((axis) => toAxis(axis, x.ndim));
  return [grad.transpose(order.map((_, axis) => order.indexOf(axis)))];
}

function ofSlice({ grad, args: [x, indices] }: GradientCall<readonly [NDArray, unknown]>): NDArray[] {
  const list = (Array.isArray(indices) ? indices : [indices]) as readonly ArrayIndex[];
  if (hasIndexArrays(list)) return [deferred.movedBack(grad, x, (numbers) => select(numbers, list))];
  return [unslice(grad, x.shape, list as readonly SliceIndex[])];
}
