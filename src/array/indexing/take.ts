// take and put: elements along one axis, or of the flattened array, at given indices.

import { broadcastShapes, broadcastStrides } from "../../core/broadcast.js";
import type { DType } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatShape, type Shape, toAxis } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import { currentStream } from "../../runtime/devices/devices.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { UserLine } from "../../runtime/failures/user-line.js";
import { allocateArray } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { checkWritable, contiguous, copyInto } from "../copy.js";
import type { RowArgument } from "../kernels/launch-rows.js";
import { toOptions } from "../core/axis-options.js";
import { operandOf } from "../core/operand.js";
import { reshape } from "../views.js";
import { type IndexArray, type IndexMode, type IndexValues, placesOf, readIndices } from "./index-values.js";
import { type PlaceRule, putPlaces, takeFirstAxis, takePlaces } from "./move.js";
import { repeatedTo, type WrittenValues, valuesFor } from "./values.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { operator, inPlace } from "../operators/operator.js";
import { watching } from "../operators/watching.js";
import { movingRule } from "./scatter.js";

/** Options of {@link take}. */
export interface TakeOptions {
  /** The axis that indices are of; all elements in C order by default. */
  readonly axis?: number | undefined;
  /** What becomes of an index out of range; an error ("raise") by default. Negative ones count from the end, but with "clip". */
  readonly mode?: IndexMode | undefined;
}

const takeNames = optionNames<TakeOptions>({ axis: true, mode: true });
const putNames = optionNames<Pick<TakeOptions, "mode">>({ mode: true });

/** Options of {@link takeAlongAxis} and {@link putAlongAxis}. */
export interface AlongAxisOptions {
  /** The last axis by default. */
  readonly axis?: number | undefined;
}

const alongNames = optionNames<AlongAxisOptions>({ axis: true });

/**
 * Elements along an axis at the given indices, as a new array. Indices in a list are checked at once; those in an array on the
 * device are checked there, and a wrong one is an error when the result is awaited.
 * @throws RangeError `CUTS_INDEX`, `CUTS_AXIS`; TypeError `CUTS_INDEX`.
 * @example cu.take(x, [2, 0, -1], { axis: 1 })
 */
export const take = operator("take", takeElements, movingRule(takeElements as never, [1]));

function takeElements<D extends DType>(
  x: NDArray<D>,
  indices: IndexArray | number | bigint,
  axisOrOptions: TakeOptions | number = {},
): NDArray<D> {
  operandOf("take", x);
  const options = toOptions(axisOrOptions, "take", takeNames);
  const values = integersOf("take", indices, x);
  const mode = modeOf("take", options.mode);
  const site = mode === "raise" && isNearUser(values) ? new UserLine("near") : undefined;
  if (options.axis !== undefined) return takeOfAxis(x, values, toAxis(options.axis, x.ndim), mode, site);
  if (x.ndim === 1) return takeOfAxis(x, values, 0, mode, site);
  using flat = reshape(x, -1);
  return takeOfAxis(flat, values, 0, mode, site);
}

/**
 * For each position of `indices`, the element of `x` at the same position, except along one axis, where the index is used: applies
 * the result of `argsort` or `argmax`.
 * @throws as {@link take}; RangeError `CUTS_BROADCAST`.
 */
export const takeAlongAxis = operator("takeAlongAxis", takeAlong, movingRule(takeAlong as never, [1]));

function takeAlong<D extends DType>(
  x: NDArray<D>,
  indices: IndexArray,
  axisOrOptions: AlongAxisOptions | number = {},
): NDArray<D> {
  const own = operandOf("takeAlongAxis", x);
  const options = toOptions(axisOrOptions, "takeAlongAxis", alongNames);
  const stream = currentStream(own.storage.device);
  const values = integersOf("takeAlongAxis", indices, x);
  const site = isNearUser(values) ? new UserLine("near") : undefined;
  const along = layAlong("takeAlongAxis", own, values, options.axis, site);
  const result = allocateArray(stream, own.dtype, along.shape);
  along.move(takePlaces, result);
  return result as NDArray<D>;
}

/** Writes `values` where {@link takeAlongAxis} reads. If a position is named twice, one of its values remains. */
export const putAlongAxis = operator("putAlongAxis", putAlong, inPlace);

function putAlong<D extends DType>(
  x: NDArray<D>,
  indices: IndexArray,
  values: WrittenValues<D>,
  axisOrOptions: AlongAxisOptions | number = {},
): void {
  const own = operandOf("putAlongAxis", x);
  const options = toOptions(axisOrOptions, "putAlongAxis", alongNames);
  checkWritable(own, "write to an array");
  const along = layAlong("putAlongAxis", own, integersOf("putAlongAxis", indices, x), options.axis);
  const written = valuesFor(own, values);
  along.move(putPlaces, written.along(along.shape));
  written.dispose();
}

/**
 * Writes values at indices of the flattened array, in C order; if there are fewer values than indices, they are repeated.
 * @throws as {@link take}; TypeError `CUTS_READONLY`.
 */
export const put = operator("put", putElements, inPlace);

function putElements<D extends DType>(
  x: NDArray<D>,
  indices: IndexArray | number | bigint,
  values: WrittenValues<D>,
  options: Pick<TakeOptions, "mode"> = {},
): void {
  const own = operandOf("put", x);
  checkWritable(own, "write to an array");
  const stream = currentStream(own.storage.device);
  checkOptions(options, putNames, "compute put");
  const mode = modeOf("put", options.mode);
  const places = placesOf(integersOf("put", indices, x), own.size, -1, mode, stream);
  const index = places.array;
  const written = valuesFor(own, values);
  const { array: target, isCopy } = contiguous(x);
  const array = { ...placeOf(target), strides: index.shape.map(() => 0) };
  const rule = { size: own.size, step: 1, mode: places.mode, axis: -1 };
  if (written.size > 0) {
    const repeated = repeatedTo(written, index.shape);
    putPlaces({ shape: index.shape, values: repeated.along(index.shape), index, array }, rule, stream);
    repeated.dispose();
  }
  if (isCopy) {
    copyInto(target, x);
    target.dispose();
  }
  if (places.isOwn) places.array.dispose();
  written.dispose();
}

/** Elements along an axis; with mode "sure", indices are not checked. */
export const takeAxis = operator("takeAxis", takeOfAxis, movingRule(takeOfAxis as never, [1]));

function takeOfAxis<D extends DType>(
  x: NDArray<D>,
  indices: Exclude<IndexValues, { readonly kind: "mask" }>,
  axis: number,
  mode: IndexMode | "sure",
  site?: UserLine,
): NDArray<D> {
  const stream = currentStream(x.storage.device);
  const size = x.shape[axis] as number;
  const places = placesOf(indices, size, axis, mode === "sure" ? "raise" : mode, stream);
  const index = places.array;
  const rule = {
    size,
    step: x.strides[axis] as number,
    mode: mode === "sure" ? mode : places.mode,
    axis,
    site,
  } as const;
  const shape = [...x.shape.slice(0, axis), ...index.shape, ...x.shape.slice(axis + 1)];
  const result = allocateArray(stream, x.dtype, shape);
  if (axis !== 0 || !takeFirstAxis(result, index, x, rule, stream))
    takeAnyAxis(result, index, x, rule, stream);
  if (places.isOwn) places.array.dispose();
  return result;
}

/** Reads along any axis of an array of any strides. */
function takeAnyAxis(result: NDArray, index: NDArray, x: NDArray, rule: PlaceRule, stream: StreamCore): void {
  const { axis } = rule;
  const around = (list: readonly number[], within: readonly number[]): number[] => [
    ...list.slice(0, axis),
    ...within,
    ...list.slice(axis + 1),
  ];
  const none = (list: readonly number[]): number[] => list.map(() => 0);
  takePlaces(
    {
      shape: result.shape,
      values: result,
      index: { ...placeOf(index), strides: around(none(x.shape), index.strides) },
      array: { ...placeOf(x), strides: around(x.strides, none(index.shape)) },
    },
    rule,
    stream,
  );
}

/** How an array and indices that have its axes lie beside each other. */
function layAlong(
  name: string,
  own: NDArray,
  indices: Exclude<IndexValues, { readonly kind: "mask" }>,
  given: number | undefined,
  site?: UserLine,
): { readonly shape: Shape; move(act: typeof takePlaces, values: RowArgument): void } {
  const axis = toAxis(given ?? -1, own.shape.length);
  if (indices.shape.length !== own.shape.length) {
    throw new ArgumentTypeError(
      "CUTS_INDEX",
      `Cannot compute ${name}: indices must have as many axes as the array (got ${formatShape(indices.shape)} for ${formatShape(own.shape)})`,
    );
  }
  const size = own.shape[axis] as number;
  const open = own.shape.with(axis, 1);
  const shape = broadcastShapes([open, indices.shape]);
  const stream = currentStream(own.storage.device);
  const move = (act: typeof takePlaces, values: RowArgument): void => {
    const places = placesOf(indices, size, axis, "raise", stream);
    const index = places.array;
    act(
      {
        shape,
        values,
        index: { ...placeOf(index), strides: broadcastStrides(index.shape, index.strides, shape) },
        array: { ...placeOf(own), strides: broadcastStrides(open, own.strides.with(axis, 0), shape) },
      },
      { size, step: own.strides[axis] as number, mode: places.mode, axis, site },
      stream,
    );
    if (places.isOwn) places.array.dispose();
  };
  return { shape, move };
}

/**
 * Whether only the device checks indices, and the user's call is right below: then its line is taken down here, where few frames
 * are above it. Hooks and gradients are between, where there are any.
 */
function isNearUser({ kind }: IndexValues): boolean {
  return kind === "device" && watching.count === 0;
}

function placeOf({ storage, dtype, start }: NDArray): Omit<RowArgument, "strides"> {
  return { storage, dtype, start };
}

function integersOf(
  name: string,
  indices: IndexArray | number | bigint,
  x: NDArray,
): Exclude<IndexValues, { readonly kind: "mask" }> {
  const values = readIndices(indices, x);
  if (values.kind !== "mask") return values;
  throw new ArgumentTypeError(
    "CUTS_INDEX",
    `Cannot compute ${name}: indices must be integers (got booleans)\nTry: cu.compress(condition, x, { axis })`,
  );
}

function modeOf(name: string, mode: IndexMode | undefined): IndexMode {
  if (mode === undefined) return "raise";
  if (mode === "raise" || mode === "wrap" || mode === "clip") return mode;
  throw new ArgumentTypeError(
    "CUTS_MODE",
    `Cannot compute ${name}: the mode must be "raise", "wrap" or "clip" (got ${formatValue(mode)})`,
  );
}
