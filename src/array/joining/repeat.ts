// tile and repeat: repeats the array, or each of its elements.

import type { DType } from "../../core/dtype.js";
import { isIntegerDType } from "../../core/dtype-value.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { toAxis } from "../../core/shape.js";
import { cStrides } from "../../core/strides.js";
import { formatValue } from "../../core/text.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import { describeArray, isNDArray, type NDArray } from "../ndarray.js";
import { copyInto, copySpread } from "../copy.js";
import { takeAxis } from "../indexing/take.js";
import { toNullableOptions } from "../core/axis-options.js";
import { operandOf } from "../core/operand.js";
import { reshape } from "../views.js";
import { concatenateNames, type ConcatenateOptions } from "./concatenate.js";
import { operator } from "../operators/operator.js";
import { movingRule } from "../indexing/scatter.js";

/** The array, repeated along each axis. @throws RangeError `CUTS_REPEAT`. @example cu.tile(row, [3, 1]) */
export const tile = operator("tile", tileAxes, movingRule(tileAxes as never));

function tileAxes<D extends DType>(x: NDArray<D>, times: number | readonly number[]): NDArray<D> {
  const { shape } = operandOf("tile", x);
  const given = checkCounts("tile", [times].flat());
  const ndim = Math.max(given.length, shape.length);
  const fill = (list: readonly number[]): number[] => [
    ...Array.from({ length: ndim - list.length }, () => 1),
    ...list,
  ];
  const [counts, sizes] = [fill(given), fill(shape)];
  return spread(
    x,
    sizes.map((size, axis) => size * (counts[axis] as number)),
    // Each axis of the result is the copies of an axis, and the axis.
    counts.flatMap((count, axis) => [count, sizes[axis] as number]),
    sizes.flatMap((size) => [1, size]),
  );
}

/**
 * Repeats each element along an axis, or each element of the flattened array; a list gives a count for each element of the axis.
 * With an array of counts it returns a promise, because the shape depends on values.
 * @throws RangeError `CUTS_REPEAT`, `CUTS_AXIS`.
 */
export const repeat = operator("repeat", repeatElements, movingRule(repeatElements as never));

function repeatElements<D extends DType>(
  x: NDArray<D>,
  times: number | readonly number[],
  axisOrOptions?: ConcatenateOptions | number | null,
): NDArray<D>;
function repeatElements<D extends DType>(
  x: NDArray<D>,
  times: NDArray,
  axisOrOptions?: ConcatenateOptions | number | null,
): Promise<NDArray<D>>;
function repeatElements(
  x: NDArray,
  times: number | readonly number[] | NDArray,
  axisOrOptions: ConcatenateOptions | number | null = {},
): NDArray | Promise<NDArray> {
  operandOf("repeat", x);
  const options = toNullableOptions(axisOrOptions, "repeat", concatenateNames);
  if (isNDArray(times)) return repeatByArray(x, times, options);
  const counts = checkCounts("repeat", Array.isArray(times) ? times : [times as number]);
  const isFlat = options.axis === undefined || options.axis === null;
  const axis = isFlat ? 0 : toAxis(options.axis, x.ndim);
  const own = isFlat ? [x.size] : x.shape;
  const size = own[axis] as number;
  const [count] = counts;
  if (counts.length === 1 && count !== undefined) {
    const shape = own.with(axis, size * count);
    const target = own.toSpliced(axis + 1, 0, count);
    return spread(x, shape, target, own.toSpliced(axis + 1, 0, 1));
  }
  if (counts.length !== size) {
    throw new ArgumentRangeError(
      "CUTS_REPEAT",
      `Cannot compute repeat: there must be one number, or one for each of ${size} elements (got ${counts.length})`,
    );
  }
  using flat = reshape(x, own);
  const places = counts.flatMap((own, index) => Array.from({ length: own }, () => index));
  return takeAxis(flat, { kind: "host", values: places, shape: [places.length] }, axis, "raise");
}

/** The counts are read first; what repeats by them is recorded as any other call. */
async function repeatByArray(x: NDArray, times: NDArray, options: ConcatenateOptions): Promise<NDArray> {
  if (times.ndim > 1 || !isIntegerDType(times.dtype)) {
    throw new ArgumentTypeError(
      "CUTS_REPEAT",
      `Cannot compute repeat: how often must be a vector of integers, or one (got ${describeArray(times)})`,
    );
  }
  const counts = await times.tolist();
  return repeat(x, [counts].flat().map(Number), options);
}

/** Copies an array, seen as `source`, into a new one of a shape, seen as `target`, to which it is stretched. */
function spread<D extends DType>(
  x: NDArray<D>,
  shape: readonly number[],
  target: readonly number[],
  source: readonly number[],
): NDArray<D> {
  const result = allocateArray(currentStream(x.storage.device), x.dtype, shape);
  if (x.isContiguous) {
    const strides = cStrides(source).map((stride, axis) => (source[axis] === 1 ? 0 : stride));
    copySpread(x, strides, result, target);
  } else {
    using from = reshape(x, source);
    using into = reshape(result, target);
    copyInto(from, into);
  }
  return result;
}

function checkCounts(name: string, counts: readonly number[]): readonly number[] {
  if (counts.every((one) => Number.isInteger(one) && one >= 0)) return counts;
  throw new ArgumentRangeError(
    "CUTS_REPEAT",
    `Cannot compute ${name}: how often must be whole numbers and at least 0 (got ${formatValue(counts)})`,
  );
}
