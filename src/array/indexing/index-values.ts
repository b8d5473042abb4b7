// Index arrays as users give them: arrays of integers on the device, typed arrays, lists, lists of booleans. What is on the
// host is checked at once; what is on the device is checked there, and a wrong index is an error of whoever awaits.

import { refuseDetached } from "../../runtime/memory/element-data.js";
import { dtypeOf, dtypes, isTypedArray, type TypedArray } from "../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { formatShape, type Shape } from "../../core/shape.js";
import { indexAt } from "../../core/strides.js";
import { formatValue } from "../../core/text.js";
import type { FaultWords } from "../../runtime/failures/fault-page.js";
import { bytesOf } from "../../runtime/memory/element-data.js";
import { writeBytes } from "../../runtime/memory/storage-bytes.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { allocateArray } from "../allocate.js";
import { describeArray, isNDArray, type NDArray } from "../ndarray.js";
import { astype } from "../copy.js";
import { readNested, valuesOf } from "../nested.js";
import { pickIndex } from "../slices.js";

/** Whole numbers, or booleans, in lists in lists. */
export type IndexList = readonly (number | bigint | boolean | IndexList)[];

/** Several indices: an array of integers, a typed array of integers, lists. A list of booleans is a mask. */
export type IndexArray = NDArray | Exclude<TypedArray, Float32Array | Float64Array> | IndexList;

/** What becomes of an index out of range: an error, or it is taken modulo the size, or moved to the nearest end. */
export type IndexMode = "raise" | "wrap" | "clip";

/** Index values that were read: on the device, on the host, or the true places of a mask. */
export type IndexValues =
  | { readonly kind: "device"; readonly array: NDArray; readonly shape: Shape }
  | { readonly kind: "host"; readonly values: readonly number[]; readonly shape: Shape }
  | { readonly kind: "mask"; readonly values: readonly boolean[]; readonly shape: Shape };

/** Reads indices. @throws TypeError `CUTS_INDEX`, `CUTS_ARGUMENT_DEVICE`. */
export function readIndices(indices: IndexArray | number | bigint, beside: NDArray): IndexValues {
  if (isNDArray(indices)) return readArray(indices, beside);
  if (typeof indices === "number" || typeof indices === "bigint")
    return { kind: "host", values: [Number(indices)], shape: [] };
  if (isTypedArray(indices)) refuseDetached(indices, "the indices");
  else if (!Array.isArray(indices)) throw notIndices(indices);
  const nested = readNested(indices as IndexList, "the indices");
  for (const list of nested.lists)
    if (isTypedArray(list) && dtypes[dtypeOf(list)].kind === "float") throw notIndices(list);
  const { shape } = nested;
  const values = valuesOf(nested);
  if (values.length > 0 && values.every((one) => typeof one === "boolean"))
    return { kind: "mask", values, shape };
  const wrong = values.find((one) => !Number.isInteger(typeof one === "bigint" ? Number(one) : one));
  if (wrong !== undefined) throw notIndices(wrong);
  return { kind: "host", values: values.map(Number), shape };
}

/** For each axis of a mask, the indices of its true places. @throws RangeError `CUTS_INDEX` where it does not fit. */
export function maskPlaces(
  values: readonly boolean[],
  shape: Shape,
  of: Shape,
): readonly (readonly number[])[] {
  checkMask(shape, of);
  const places = values.flatMap((one, position) => (one ? [indexAt(position, shape)] : []));
  return shape.map((_, axis) => places.map((place) => place[axis] as number));
}

/** Throws unless a mask has the sizes of the axes it is for. */
export function checkMask(shape: Shape, of: Shape): void {
  if (shape.length <= of.length && shape.every((size, axis) => size === of[axis])) return;
  throw new ArgumentRangeError(
    "CUTS_INDEX",
    `Cannot use a mask: it must have the sizes of the axes that it is for (got ${formatShape(shape)} for ${formatShape(of)})`,
  );
}

/** Indices of one axis on the device, as kernels take them. */
export interface Places {
  readonly array: NDArray<"int64">;
  /** Whether the caller disposes of the array. */
  readonly isOwn: boolean;
  readonly mode: IndexMode | "sure";
}

/** Indices of an axis, checked here where they are known here. @throws RangeError `CUTS_INDEX`. */
export function placesOf(
  indices: Exclude<IndexValues, { readonly kind: "mask" }>,
  size: number,
  axis: number,
  mode: IndexMode,
  stream: StreamCore,
): Places {
  if (size === 0 && !indices.shape.includes(0)) {
    throw new ArgumentRangeError("CUTS_INDEX", `Cannot use indices of axis ${axis}: the axis is empty`);
  }
  if (indices.kind === "device") {
    const { array } = indices;
    if (array.dtype === "int64") return { array: array as NDArray<"int64">, isOwn: false, mode };
    return { array: astype(array, "int64"), isOwn: true, mode };
  }
  const place = (index: number): number => {
    if (mode === "clip") return Math.min(Math.max(index, 0), size - 1);
    return mode === "wrap" ? ((index % size) + size) % size : pickIndex(index, size, axis);
  };
  const places = BigInt64Array.from(indices.values, (index) => BigInt(place(index)));
  const array = allocateArray(stream, "int64", indices.shape);
  writeBytes(array.storage, 0, bytesOf(places), stream);
  return { array, isOwn: true, mode: "sure" };
}

/** The error for a wrong index that a kernel reports. */
export function explainIndex(words: FaultWords): Error {
  const [, index = 0n, size = 0n, axis = 0n] = words;
  if (axis === BigInt(MASK_COUNT)) {
    const beyond = (index > 0n ? index : -index) / 2n;
    const more = index > 0n ? "more" : "fewer";
    return new ArgumentRangeError(
      "CUTS_MASK_COUNT",
      `Cannot write masked elements: there must be as many values as places of the mask are true (got ${beyond} ${more} places than values)`,
    );
  }
  return new ArgumentRangeError(
    "CUTS_INDEX",
    `Cannot use an index of ${axis < 0n ? "all elements" : `axis ${axis}`}: it must be between ${-size} and ${size - 1n} (got ${index})` +
      '\nTry: { mode: "wrap" } or { mode: "clip" } with take and put',
  );
}

/** In place of an axis: the index is twice the number of places of a mask beyond the values for them. */
export const MASK_COUNT = -2;

function readArray(array: NDArray, beside: NDArray): IndexValues {
  array.check("use an index array");
  if (array.device !== beside.device) {
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_DEVICE",
      `Cannot use an index array: it must be on the device of the array (got ${describeArray(array)} for ${describeArray(beside)})` +
        `\nTry: indices.to("${beside.device.id}")`,
    );
  }
  const { kind } = dtypes[array.dtype];
  if (kind === "int" || kind === "uint") return { kind: "device", array, shape: array.shape };
  if (kind === "bool") {
    throw new ArgumentTypeError(
      "CUTS_INDEX",
      `Cannot use a mask that is on a device here: how many elements it selects is known only when it is read (got ${describeArray(array)})` +
        "\nTry: await x.masked(mask), or const [rows] = await mask.nonzero() and x.slice([rows])",
    );
  }
  throw notIndices(array);
}

function notIndices(value: unknown): ArgumentTypeError {
  const got = isNDArray(value) ? describeArray(value) : formatValue(value);
  return new ArgumentTypeError("CUTS_INDEX", `Cannot use indices: they must be integers (got ${got})`);
}
