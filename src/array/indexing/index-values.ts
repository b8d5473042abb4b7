// Reads the index arrays that users pass: integer arrays on the device, typed arrays, lists, and lists of booleans. Indices on the
// host are checked at once. Indices on the device are checked there; a wrong one is an error when a result is awaited.

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

/** Nested lists of integers or booleans. */
export type IndexList = readonly (number | bigint | boolean | IndexList)[];

/** Several indices: an array of integers, a typed array of integers, or lists. A list of booleans is a mask. */
export type IndexArray = NDArray | Exclude<TypedArray, Float32Array | Float64Array> | IndexList;

/** What happens to an index out of range: it is an error, it wraps around, or it is clipped to the nearest end. */
export type IndexMode = "raise" | "wrap" | "clip";

/** Indices on the device, on the host, or as the true positions of a mask. */
export type IndexValues =
  | { readonly kind: "device"; readonly array: NDArray; readonly shape: Shape }
  | { readonly kind: "host"; readonly values: readonly number[]; readonly shape: Shape }
  | { readonly kind: "mask"; readonly values: readonly boolean[]; readonly shape: Shape };

/** Reads and checks the type of indices. @throws TypeError `CUTS_INDEX`, `CUTS_ARGUMENT_DEVICE`. */
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

/** The indices of a mask's true positions, one list for each axis. @throws RangeError `CUTS_INDEX` where it does not fit. */
export function maskPlaces(
  values: readonly boolean[],
  shape: Shape,
  of: Shape,
): readonly (readonly number[])[] {
  checkMask(shape, of);
  const places = values.flatMap((one, position) => (one ? [indexAt(position, shape)] : []));
  return shape.map((_, axis) => places.map((place) => place[axis] as number));
}

/** Throws unless the shape of a mask matches its axes. */
export function checkMask(shape: Shape, of: Shape): void {
  if (shape.length <= of.length && shape.every((size, axis) => size === of[axis])) return;
  throw new ArgumentRangeError(
    "CUTS_INDEX",
    `Cannot use a mask: it must have the sizes of the axes that it is for (got ${formatShape(shape)} for ${formatShape(of)})`,
  );
}

/** Indices of one axis on the device, as kernels read them. */
export interface Places {
  readonly array: NDArray<"int64">;
  /** Whether the caller disposes of the array. */
  readonly isOwn: boolean;
  readonly mode: IndexMode | "sure";
}

/** Indices of an axis on the device; those known on the host are checked here. @throws RangeError `CUTS_INDEX`. */
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

/** The error for a wrong index that a kernel has reported. */
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

/** Reported in place of the axis if the values do not match a mask; the reported index is twice the number of missing values. */
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
