// Indexing by arrays, like NumPy's x[...]. Index arrays are broadcast together, and plain numbers among them count as 0-d arrays.
// The resulting axes replace the first index array, or come first if a range or a new axis lies between index arrays. Selected
// elements are copied, or written.

import { broadcastShapes, broadcastStrides } from "../../core/broadcast.js";
import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { formatShape, type Shape, sizeOf } from "../../core/shape.js";
import type { Strides } from "../../core/strides.js";
import { formatValue } from "../../core/text.js";
import { currentStream } from "../../runtime/devices/devices.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { allocateArray } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import type { RowArgument } from "../kernels/launch-rows.js";
import { pickIndex, readRange, type SliceIndex } from "../slices.js";
import { type IndexArray, type IndexValues, maskPlaces, placesOf, readIndices } from "./index-values.js";
import { addOffsets, type PlaceRule, putPlaces, takePlaces } from "./move.js";

/** An index of one axis or several: an index for a view, or an index array. */
export type ArrayIndex = SliceIndex | IndexArray;

/** Whether indices include arrays, not only numbers and ranges. */
export function hasIndexArrays(indices: readonly ArrayIndex[]): boolean {
  return indices.some((index) => typeof index === "object" && index !== null);
}

/** A copy of the elements that indices select; at least one index is an array. */
export function takeSelected<D extends DType>(array: NDArray<D>, indices: readonly ArrayIndex[]): NDArray<D> {
  const stream = currentStream(array.storage.device);
  const selection = select(array, indices);
  const result = allocateArray(stream, array.dtype, selection.shape);
  move(takePlaces, array, selection, result, stream);
  return result;
}

/** Writes the elements that indices select; `values` has the shape that {@link selectedShape} returns. */
export function putSelected(array: NDArray, indices: readonly ArrayIndex[], values: RowArgument): void {
  move(putPlaces, array, select(array, indices), values, currentStream(array.storage.device));
}

/** The shape of the elements that indices select. */
export function selectedShape(array: NDArray, indices: readonly ArrayIndex[]): Shape {
  return select(array, indices).shape;
}

interface IndexedAxis {
  readonly indices: Exclude<IndexValues, { readonly kind: "mask" }>;
  readonly size: number;
  readonly stride: number;
  readonly axis: number;
}

interface Selection {
  readonly shape: Shape;
  /** Of the array along the axes of the result; 0 along those of the index arrays. */
  readonly strides: Strides;
  /** In elements, from the first element of the array. */
  readonly offset: number;
  readonly indexed: readonly IndexedAxis[];
  /** The axes of the result that the index arrays make. */
  readonly at: number;
  readonly indexShape: Shape;
}

function select(array: NDArray, indices: readonly ArrayIndex[]): Selection {
  const { shape, strides } = array;
  const parts = indices.map((index) => readPart(index, array));
  const named = parts.reduce((sum, part) => sum + axesOf(part), 0);
  checkCount(parts, named, shape, indices);
  const kept: { size: number; stride: number }[] = [];
  const indexed: IndexedAxis[] = [];
  let offset = 0;
  let axis = 0;
  let at: number | undefined;
  let isOver = false;
  let isApart = false;
  const keep = (size: number, stride: number): void => void kept.push({ size, stride });
  const whole = (): void => keep(shape[axis] as number, strides[axis++] as number);
  const add = (values: IndexedAxis["indices"]): void => {
    const [size, stride] = [shape[axis] as number, strides[axis] as number];
    if (values.kind === "host" && values.shape.length === 0)
      offset += pickIndex(values.values[0] as number, size, axis) * stride;
    else indexed.push({ indices: values, size, stride, axis });
    axis++;
  };
  for (const part of parts) {
    if (typeof part === "object" && part !== null) {
      at ??= kept.length;
      isApart ||= isOver;
      if (part.kind === "mask") {
        for (const places of maskPlaces(part.values, part.shape, shape.slice(axis, axis + part.shape.length)))
          add({ kind: "host", values: places, shape: [places.length] });
      } else add(part);
      continue;
    }
    isOver = at !== undefined;
    if (part === null) keep(1, 0);
    else if (part === "...") for (let k = named; k < shape.length; k++) whole();
    else {
      const stride = strides[axis] as number;
      const { start, step, length } = readRange(part, shape[axis++] as number);
      if (length > 0) offset += start * stride;
      keep(length, stride * step);
    }
  }
  while (axis < shape.length) whole();
  const indexShape = broadcastShapes(indexed.map((one) => one.indices.shape));
  const place = isApart ? 0 : (at ?? 0);
  return {
    shape: kept.map((one) => one.size).toSpliced(place, 0, ...indexShape),
    strides: kept.map((one) => one.stride).toSpliced(place, 0, ...indexShape.map(() => 0)),
    offset,
    indexed,
    at: place,
    indexShape,
  };
}

type Part = string | null | IndexValues;

function readPart(index: ArrayIndex, array: NDArray): Part {
  if (index === null || typeof index === "string") return index;
  if (typeof index === "number" || typeof index === "bigint" || typeof index === "object")
    return readIndices(index, array);
  throw new ArgumentTypeError(
    "CUTS_INDEX",
    `Cannot use an index: it must be a number, a range such as "1:3", "...", null or an array of integers (got ${formatValue(index)})`,
  );
}

function axesOf(part: Part): number {
  if (part === null || part === "...") return 0;
  return typeof part === "object" && part.kind === "mask" ? part.shape.length : 1;
}

function checkCount(
  parts: readonly Part[],
  named: number,
  shape: Shape,
  indices: readonly ArrayIndex[],
): void {
  if (parts.filter((part) => part === "...").length > 1) {
    throw new ArgumentTypeError("CUTS_INDEX", 'Cannot use indices: "..." may be there once');
  }
  if (named <= shape.length) return;
  throw new ArgumentRangeError(
    "CUTS_INDEX",
    `Cannot use indices: there are more than axes (got ${indices.length} for shape ${formatShape(shape)})`,
  );
}

/** Moves elements between `values` and what is selected of an array. */
function move(
  act: typeof takePlaces,
  array: NDArray,
  selection: Selection,
  values: RowArgument,
  stream: StreamCore,
): void {
  const { shape, strides, offset, indexed, at, indexShape } = selection;
  const made: NDArray[] = [];
  const rules = indexed.map(({ indices, size, stride, axis }) => {
    const { array: places, isOwn, mode } = placesOf(indices, size, axis, "raise", stream);
    if (isOwn) made.push(places);
    const rule: PlaceRule = { size, step: stride, mode, axis };
    return { own: places, rule };
  });
  // Asked for when it is used: what is not, V8 may take for garbage while other arrays are made.
  const place = (): RowArgument => {
    const { storage, dtype, start } = array;
    return { storage, dtype, start: start + offset * dtypes[dtype].byteLength, strides };
  };
  /** An index array along the axes of the launch. */
  const spread = (own: RowArgument & { readonly shape: Shape }): RowArgument => {
    const along = broadcastStrides(own.shape, own.strides, indexShape);
    const around = shape.map((_, axis) =>
      axis >= at && axis < at + indexShape.length ? along[axis - at] : 0,
    );
    return { storage: own.storage, dtype: own.dtype, start: own.start, strides: around as number[] };
  };
  const first = rules[0];
  if (sizeOf(shape) > 0 && first !== undefined) {
    if (rules.length === 1) {
      act({ shape, values, index: spread(first.own), array: place() }, first.rule, stream);
    } else {
      using offsets = allocateArray(stream, "int64", indexShape);
      for (const [k, { own, rule }] of rules.entries()) {
        const { storage, dtype, start } = own;
        const index = {
          storage,
          dtype,
          start,
          strides: broadcastStrides(own.shape, own.strides, indexShape),
        };
        addOffsets(indexShape, offsets, index, rule, k === 0, stream);
      }
      act({ shape, values, index: spread(offsets), array: place() }, sure, stream);
    }
  }
  for (const one of made) one.dispose();
}

const sure: PlaceRule = { size: 0, step: 1, mode: "sure", axis: 0 };
