// insert, deleteAt and diff along an axis.

import type { DType } from "../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { type Shape, toAxis } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import type { NDArray } from "../ndarray.js";
import { copy } from "../copy.js";
import { empty } from "../creation.js";
import { notEqual, subtract } from "../elementwise/functions.js";
import { setAt } from "../indexing/set-at.js";
import { takeAxis } from "../indexing/take.js";
import { valuesFor, type WrittenValues } from "../indexing/values.js";
import { toOptions } from "../core/axis-options.js";
import { operandOf } from "../core/operand.js";
import { pickIndex, readRange } from "../slices.js";
import { moveaxis, reshape, slice } from "../views.js";
import { atLeast, axisNames, type AxisOptions, concatenate } from "./concatenate.js";
import { optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";
import { sumTo } from "../operators/backpropagate.js";
import type { GradientCall } from "../operators/step.js";
import { movingRule } from "../indexing/scatter.js";

/**
 * Inserts values before an index, or one value before each of several indices, along an axis; without an axis, the array is
 * flattened.
 * @throws RangeError `CUTS_INDEX`, `CUTS_BROADCAST`.
 */
export const insert = operator("insert", insertAt, {
  gradient: ({ grad, args: [x, index, values, axisOrOptions] }: InsertCall) => {
    const options = toOptions(axisOrOptions ?? {}, "insert", axisNames);
    const axis = options.axis === undefined ? 0 : toAxis(options.axis, x.ndim);
    const size = options.axis === undefined ? x.size : (x.shape[axis] as number);
    const count = (grad.shape[axis] as number) - size;
    const { kept, inserted } = placesOf(index, count, size, axis);
    const own = grad.take(kept, { axis }).reshape(x.shape);
    const { ndim = 0, shape } = values as { readonly ndim?: number; readonly shape?: Shape };
    if (shape === undefined) return [own];
    const all = grad.take(inserted, { axis });
    const written = typeof index === "number" ? moveaxis(all, axis, 0) : all;
    return [own, null, sumTo(written, [...Array<number>(written.ndim - ndim).fill(1), ...shape])];
  },
});

type InsertCall = GradientCall<
  readonly [NDArray, number | readonly number[], unknown, AxisOptions | number | undefined]
>;

function insertAt<D extends DType>(
  x: NDArray<D>,
  index: number | readonly number[],
  values: WrittenValues<D>,
  axisOrOptions: AxisOptions | number = {},
): NDArray<D> {
  operandOf("insert", x);
  const options = toOptions(axisOrOptions, "insert", axisNames);
  const axis = options.axis === undefined ? 0 : toAxis(options.axis, x.ndim);
  using flat = options.axis === undefined ? reshape(x, -1) : reshape(x, x.shape);
  const size = flat.shape[axis] as number;
  const written = valuesFor(flat, values);
  using stretched = atLeast(written.array, flat.ndim);
  // Values for a single index bring their own axis in front.
  using own = typeof index === "number" ? moveaxis(stretched, 0, axis) : reshape(stretched, stretched.shape);
  const count = typeof index === "number" ? (own.shape[axis] as number) : index.length;
  const { kept, inserted } = placesOf(index, count, size, axis);
  const result = empty(flat.shape.with(axis, size + count), { dtype: x.dtype, device: x.device });
  const ahead = flat.shape.slice(0, axis).map(() => ":");
  if (count > 0) setAt(result, [...ahead, inserted], own);
  setAt(result, [...ahead, kept], flat);
  written.dispose();
  return result;
}

/** Where elements of the array are in the result, and where those that are inserted. */
function placesOf(
  index: number | readonly number[],
  count: number,
  size: number,
  axis: number,
): { readonly kept: readonly number[]; readonly inserted: readonly number[] } {
  // Up to and with the end: one more place than the axis has.
  const places = [index].flat().map((one) => pickIndex(one < 0 ? one + size : one, size + 1, axis));
  const before =
    typeof index === "number" ? Array.from({ length: count }, () => places[0] as number) : places;
  const order = before
    .map((_, k) => k)
    .sort((a, b) => (before[a] as number) - (before[b] as number) || a - b);
  const inserted: number[] = [];
  for (const [rank, k] of order.entries()) inserted[k] = (before[k] as number) + rank;
  const isNew = new Set(inserted);
  const kept = Array.from({ length: size + count }, (_, place) => place).filter((one) => !isNew.has(one));
  return { kept, inserted };
}

/**
 * The array without some slices along an axis; without an axis, the array is flattened.
 * @throws RangeError `CUTS_INDEX`.
 */
export const deleteAt = operator("delete", withoutParts, movingRule(withoutParts as never));

function withoutParts<D extends DType>(
  x: NDArray<D>,
  index: number | string | readonly number[],
  axisOrOptions: AxisOptions | number = {},
): NDArray<D> {
  operandOf("delete", x);
  const options = toOptions(axisOrOptions, "delete", axisNames);
  const axis = options.axis === undefined ? 0 : toAxis(options.axis, x.ndim);
  using flat = options.axis === undefined ? reshape(x, -1) : reshape(x, x.shape);
  const size = flat.shape[axis] as number;
  const gone = new Set(goneFrom(index, size, axis));
  const kept = Array.from({ length: size }, (_, place) => place).filter((place) => !gone.has(place));
  return takeAxis(flat, { kind: "host", values: kept, shape: [kept.length] }, axis, "raise");
}

/** Options of {@link diff}. */
export interface DiffOptions {
  /** The last axis by default. */
  readonly axis?: number | undefined;
  /** How many times; once by default. */
  readonly n?: number | undefined;
  /** Values to put before the array along the axis, and after it. */
  readonly prepend?: NDArray | undefined;
  readonly append?: NDArray | undefined;
}

const diffNames = optionNames<DiffOptions>({ axis: true, n: true, prepend: true, append: true });

/** Differences of neighbors along an axis; for bool, whether they differ. @throws RangeError `CUTS_DIFF`, `CUTS_AXIS`. */
export const diff = operator("diff", differences, "composite");

function differences<D extends DType>(x: NDArray<D>, axisOrOptions: DiffOptions | number = {}): NDArray<D> {
  operandOf("diff", x);
  const options = toOptions(axisOrOptions, "diff", diffNames);
  const { n = 1, prepend, append } = options;
  const axis = toAxis(options.axis ?? -1, x.ndim);
  if (!Number.isInteger(n) || n < 0) {
    throw new ArgumentRangeError(
      "CUTS_DIFF",
      `Cannot compute diff: how often must be a whole number and at least 0 (got ${formatValue(n)})`,
    );
  }
  const parts = [prepend, x, append].filter((one) => one !== undefined);
  let current: NDArray = n === 0 || parts.length === 1 ? copyOrView(x, n) : concatenate(parts, { axis });
  const ahead = x.shape.slice(0, axis).map(() => ":");
  // After as many steps as there are elements nothing is left: one step between none shows that too.
  const isEmpty = n >= (current.shape[axis] as number);
  const steps = isEmpty ? Math.min(n, 1) : n;
  for (let k = 0; k < steps; k++) {
    using own = current;
    using later = slice(own, [...ahead, isEmpty ? ":0" : "1:"]);
    using sooner = slice(own, [...ahead, isEmpty ? ":0" : ":-1"]);
    current = own.dtype === "bool" ? notEqual(later, sooner) : subtract(later, sooner);
  }
  return current as NDArray<D>;
}

function copyOrView(x: NDArray, n: number): NDArray {
  return n === 0 ? copy(x) : slice(x, "...");
}

function goneFrom(index: number | string | readonly number[], size: number, axis: number): readonly number[] {
  if (typeof index === "string") {
    const { start, step, length } = readRange(index, size);
    return Array.from({ length }, (_, k) => start + k * step);
  }
  if (typeof index === "number" || Array.isArray(index))
    return [index as number].flat().map((one) => pickIndex(one, size, axis));
  throw new ArgumentTypeError(
    "CUTS_INDEX",
    `Cannot delete from an array: it takes an index, a list of them or a range (got ${formatValue(index)})`,
  );
}
