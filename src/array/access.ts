// Moves elements between arrays and JavaScript. Reading waits for the work that writes the array: as a promise, or blocking in
// functions whose names end in Sync. 64-bit integers are read as bigint, and written as bigint or as safe integers. `data` returns
// float16 and bfloat16 as their bits; all other functions return them as numbers.

import { type DType, dtypes, type ElementOf, isTypedArray, type TypedArrayOf } from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { formatShape, type Shape, shapesEqual, sizeOf } from "../core/shape.js";
import { formatValue, plural } from "../core/text.js";
import { currentStream } from "../runtime/devices/devices.js";
import {
  bytesOf,
  elementBytes,
  elementCount,
  type ElementData,
  type ElementValue,
  listsToElements,
  toElements,
} from "../runtime/memory/element-data.js";
import { type BorrowedElements, borrowElements } from "../runtime/memory/borrowed-elements.js";
import { pinnedMemory } from "../runtime/memory/pinned.js";
import { refuseInGraph } from "../runtime/graphs/recording.js";
import {
  copyBytes,
  fillBytes,
  readBytes,
  readBytesSync,
  type StoragePart,
  writeBytes,
  writeBytesFrom,
  writeElements,
  writeNew,
} from "../runtime/memory/storage-bytes.js";
import { booleanBytes } from "../runtime/memory/boolean-bytes.js";
import { allocateArray, makeView } from "./allocate.js";
import { describeArray, isNDArray, type NDArray } from "./ndarray.js";
import { astype, checkWritable, contiguous, copyInto, to } from "./copy.js";
import { decodeElement, nest, type Nested, nestInPieces } from "./nest.js";
import { type NestedList, readNested } from "./nested.js";
import { pickIndex } from "./slices.js";
import { operator, inPlace } from "./operators/operator.js";
import { refuseWhileRecorded } from "./operators/watching.js";

/** What can be written into an array: another array, a typed array, nested lists, or one value. */
export type ArrayData<D extends DType> = NDArray | ElementData<D> | NestedList | ElementValue<D>;

/** A copy of the elements in C order, once all work that writes them is done. 16-bit floats are returned as their bits. */
export async function data<D extends DType>(array: NDArray<D>): Promise<TypedArrayOf<D>> {
  const { array: packed, isCopy } = packedForReading(array);
  const elements = newElements(packed.dtype, packed.size);
  const done = readBytes(packed.storage, packed.offset * dtypes[packed.dtype].byteLength, bytesOf(elements));
  if (isCopy) packed.dispose();
  await done;
  return elements;
}

/** Like {@link data}, but blocks the event loop. */
export function dataSync<D extends DType>(array: NDArray<D>): TypedArrayOf<D> {
  const { array: packed, isCopy } = packedForReading(array);
  const elements = newElements(packed.dtype, packed.size);
  try {
    readBytesSync(packed.storage, packed.offset * dtypes[packed.dtype].byteLength, bytesOf(elements));
  } finally {
    if (isCopy) packed.dispose();
  }
  return elements;
}

/** The elements as nested lists; 64-bit integers are bigints. */
export async function tolist<D extends DType>(array: NDArray<D>): Promise<Nested<ElementOf<D>>> {
  const { dtype, shape } = array;
  return nestInPieces(dtype, shape, await data(array));
}

/** Like {@link tolist}, but blocks the event loop. */
export function tolistSync<D extends DType>(array: NDArray<D>): Nested<ElementOf<D>> {
  return nest(array.dtype, array.shape, dataSync(array));
}

/**
 * For JSON.stringify: the elements as nested lists; blocks until they are computed. JSON writes NaN and infinities as null.
 * @throws TypeError `CUTS_JSON` for 64-bit integers.
 */
export function toJSON<D extends DType>(array: NDArray<D>): Nested<ElementOf<D>> {
  if (array.dtype !== "int64" && array.dtype !== "uint64") return tolistSync(array);
  array.check("write an array as JSON");
  throw new ArgumentTypeError(
    "CUTS_JSON",
    `Cannot write an array as JSON: JSON has no 64-bit integers (got ${describeArray(array)})` +
      '\nTry: x.astype("float64"), which keeps numbers up to 2^53, or x.astype("int32")',
  );
}

/**
 * The element at `index`, or the only element.
 * @throws RangeError `CUTS_ITEM` where the array does not have exactly one; `CUTS_INDEX` for an index out of range.
 */
export async function item<D extends DType>(
  array: NDArray<D>,
  ...index: (number | bigint)[]
): Promise<ElementOf<D>> {
  const one = oneElement(array, index);
  const reading = data(one);
  one.dispose();
  return decodeElement(array.dtype, await reading, 0);
}

/** Like {@link item}, but blocks the event loop. */
export function itemSync<D extends DType>(array: NDArray<D>, ...index: (number | bigint)[]): ElementOf<D> {
  using one = oneElement(array, index);
  return decodeElement(array.dtype, dataSync(one), 0);
}

/**
 * Writes elements, on the current stream; an array, one value or nested lists are broadcast. A typed array, which is what the
 * dtype stores (bits of 16-bit floats, pairs of complex numbers), and one list of as many values as there are elements go in C
 * order. Data of the host is copied in the call, but for that in {@link pinned} memory, which the device reads when its turn
 * comes. With `start` as many elements of a one-dimensional array are written as there are values, from there on.
 * @throws RangeError `CUTS_DATA_LENGTH`, `CUTS_BROADCAST`.
 */
export const set = operator("set", writeValues, inPlace);

function writeValues<D extends DType>(array: NDArray<D>, values: ArrayData<D>, start?: number): void {
  checkWritable(array, "write to an array");
  if (start !== undefined) {
    setPart(array, values, start);
    return;
  }
  if (isNDArray(values)) {
    setFromArray(array, values);
    return;
  }
  if (!Array.isArray(values) && !isTypedArray(values)) {
    fill(array, values as ElementValue<D>);
    return;
  }
  const stream = currentStream(array.storage.device);
  if (array.dtype === "bool" && isTypedArray(values) && pinnedMemory(values, stream.device) !== undefined) {
    checkCount(toElements("bool", values, "the data").length, array.shape);
    throughBytes(array, (raw) => writeElements(raw.storage, 0, values, stream));
    return;
  }
  const { elements, shape } = readElements(array.dtype, values, array.shape);
  const { byteLength } = dtypes[array.dtype];
  if (array.isContiguous && shapesEqual(shape, array.shape)) {
    writeElements(array.storage, array.offset * byteLength, elements, stream);
    return;
  }
  using source = allocateArray(stream, array.dtype, shape, "written");
  writeNew(source.storage, bytesOf(elements), stream);
  copyInto(source, array);
}

/**
 * Writes all elements, in C order or as nested lists of the array's shape, without blocking the event loop: a large source is read
 * piece by piece, with turns of the event loop between. Do not change the source until the promise settles. Work submitted to the
 * stream meanwhile runs afterwards. With `start`, writes as many elements of a one-dimensional array as there are values, from
 * there on.
 * @throws TypeError `CUTS_ARGUMENT_DETACHED` where a typed array was transferred away before.
 * @example
 * using x = cu.empty([rows, columns]);
 * await x.setFrom(host);
 */
export const setFrom = operator("setFrom", writeFrom, inPlace);

async function writeFrom<D extends DType>(
  array: NDArray<D>,
  values: ElementData<D> | readonly NestedList[],
  start?: number,
): Promise<void> {
  checkWritable(array, "write to an array");
  refuseInGraph("lend memory to a copy");
  const borrowed = isNested(values)
    ? nestedElements(array, values)
    : borrowElements(array.dtype, values, "the data");
  if (start === undefined) {
    checkCount(borrowed.count, array.shape);
    await writeBorrowed(array, borrowed);
  } else {
    using part = partFor(array, borrowed.count, start);
    await writeBorrowed(part, borrowed);
  }
}

async function writeBorrowed(array: NDArray, { bytes, after }: BorrowedElements): Promise<void> {
  const stream = currentStream(array.storage.device);
  if (array.dtype === "bool") {
    await throughBytes(array, (raw) => writeBytesFrom(raw.storage, 0, bytes, stream, after));
    return;
  }
  if (array.isContiguous) {
    const byteOffset = array.offset * dtypes[array.dtype].byteLength;
    await writeBytesFrom(array.storage, byteOffset, bytes, stream, after);
    return;
  }
  using source = allocateArray(stream, array.dtype, array.shape);
  const written = writeBytesFrom(source.storage, 0, bytes, stream, after);
  copyInto(source, array);
  await written;
}

/**
 * Writes bytes into booleans that are read after the call, when nobody looks at them any more: the device makes 1 of all that
 * is not 0.
 */
function throughBytes<T>(array: NDArray, write: (raw: NDArray) => T): T {
  using raw = allocateArray(currentStream(array.storage.device), "uint8", array.shape);
  const written = write(raw);
  using truth = astype(raw, "bool");
  copyInto(truth, array);
  return written;
}

/** Sets all elements to one value, on the current stream. */
export const fill = operator("fill", fillWith, inPlace);

function fillWith<D extends DType>(array: NDArray<D>, value: ElementValue<D>): void {
  checkWritable(array, "fill an array");
  const pattern = elementBytes(array.dtype, value, "the value of a fill");
  const stream = currentStream(array.storage.device);
  if (array.isContiguous) {
    const byteOffset = array.offset * dtypes[array.dtype].byteLength;
    fillBytes(array.storage, byteOffset, pattern, array.size, stream);
    return;
  }
  using source = allocateArray(stream, array.dtype, []);
  writeBytes(source.storage, 0, pattern, stream);
  copyInto(source, array);
}

function packedForReading<D extends DType>(array: NDArray<D>): { array: NDArray<D>; isCopy: boolean } {
  refuseWhileRecorded("read an array", "return the array, and read it outside");
  array.check("read an array");
  return contiguous(array);
}

function newElements<D extends DType>(dtype: D, size: number): TypedArrayOf<D> {
  const { TypedArray, lanes } = dtypes[dtype];
  return new TypedArray(size * lanes);
}

function oneElement<D extends DType>(array: NDArray<D>, index: readonly (number | bigint)[]): NDArray<D> {
  array.check("read an array");
  const { shape, strides, offset, size } = array;
  if (index.length === 0) {
    if (size === 1) return makeView(array, [], [], offset);
    throw new ArgumentRangeError(
      "CUTS_ITEM",
      `Cannot take the only element of an array: it must have exactly one (got shape ${formatShape(shape)})` +
        `\nTry: ${size === 0 ? "" : `x.item(${shape.map(() => 0).join(", ")}), or `}x.tolist()`,
    );
  }
  if (index.length !== shape.length) {
    throw new ArgumentRangeError(
      "CUTS_ITEM",
      `Cannot take an element: there must be one index for each of ${shape.length} axes (got ${formatValue(index)})`,
    );
  }
  let at = offset;
  for (const [axis, one] of index.entries())
    at += pickIndex(one, shape[axis] as number, axis) * (strides[axis] as number);
  return makeView(array, [], [], at);
}

/** Writes as many elements as there are values. */
function setPart<D extends DType>(array: NDArray<D>, values: ArrayData<D>, start: number): void {
  const given = isNDArray(values) ? values : toElements(array.dtype, values, "the data");
  const count = isNDArray(given) ? given.size : elementCount(array.dtype, given);
  using part = partFor(array, count, start);
  set(part, given as ArrayData<D>);
}

/** The elements from `start` on. @throws RangeError `CUTS_DATA_LENGTH` where there are not as many. */
function partFor<D extends DType>(array: NDArray<D>, count: number, start: number): NDArray<D> {
  const { shape, strides, offset, size } = array;
  if (shape.length !== 1) {
    throw new ArgumentRangeError(
      "CUTS_DATA_LENGTH",
      `Cannot write to a part of an array: it must have one axis (got shape ${formatShape(shape)})` +
        "\nTry: x.subarray(begin, end).set(values)",
    );
  }
  if (!Number.isSafeInteger(start) || start < 0 || start + count > size) {
    throw new ArgumentRangeError(
      "CUTS_DATA_LENGTH",
      `Cannot write to an array: the data must fit into its ${plural(size, "element")} (got ${plural(count, "element")} at ${formatValue(start)})`,
    );
  }
  return makeView(array, [count], strides, offset + start * (strides[0] as number));
}

function setFromArray(array: NDArray, values: NDArray): void {
  values.check("copy an array");
  if (values.device !== array.device && copiesAsItIs(values, array)) {
    copyBytes(bytesIn(values), bytesIn(array), array.byteLength, currentStream(array.storage.device));
    return;
  }
  const here = values.device === array.device ? values : to(values, array.device);
  const fitting = here.dtype === array.dtype ? here : astype(here, array.dtype);
  if (fitting.ndim > array.ndim) {
    const { shape, strides, offset } = fitting;
    const extra = extraAxes(shape, array.shape);
    using view = makeView(fitting, shape.slice(extra), strides.slice(extra), offset);
    copyInto(view, array);
  } else copyInto(fitting, array);
  if (fitting !== here) fitting.dispose();
  if (here !== values) here.dispose();
}

/** Whether the bytes of one array are those that the other is to have. */
function copiesAsItIs(from: NDArray, to: NDArray): boolean {
  const isPacked = from.isContiguous && to.isContiguous;
  return isPacked && from.dtype === to.dtype && shapesEqual(from.shape, to.shape);
}

function bytesIn({ storage, offset, dtype }: NDArray): StoragePart {
  return { storage, byteOffset: offset * dtypes[dtype].byteLength };
}

function readElements<D extends DType>(
  dtype: D,
  values: unknown,
  target: Shape,
): { readonly elements: TypedArrayOf<D>; readonly shape: Shape } {
  if (!isTypedArray(values)) {
    const { lists, shape } = readNested(values as NestedList, "the data");
    const size = sizeOf(shape);
    const elements = listsToElements(dtype, lists, size, "the data");
    if (shape.length === 1 && size === sizeOf(target)) return { elements, shape: target };
    return { elements, shape: shape.slice(extraAxes(shape, target)) };
  }
  const elements = toElements(dtype, values, "the data");
  checkCount(elementCount(dtype, elements), target);
  return {
    elements: dtype === "bool" ? (booleanBytes(bytesOf(elements)) as TypedArrayOf<D>) : elements,
    shape: target,
  };
}

/** How many axes of size 1 in front a shape has more than another: NumPy leaves them out where it writes. */
function extraAxes(shape: Shape, target: Shape): number {
  let extra = 0;
  while (shape.length - extra > target.length && shape[extra] === 1) extra++;
  return extra;
}

/** Whether there are lists in a list. */
function isNested(values: unknown): values is readonly NestedList[] {
  return Array.isArray(values) && (Array.isArray(values[0]) || isTypedArray(values[0]));
}

function nestedElements(array: NDArray, values: readonly NestedList[]): BorrowedElements {
  const { lists, shape } = readNested(values, "the data");
  if (!shapesEqual(shape, array.shape)) {
    throw new ArgumentTypeError(
      "CUTS_DATA_LENGTH",
      `Cannot write to an array: nested lists must have its shape, ${formatShape(array.shape)} (got ${formatShape(shape)})`,
    );
  }
  const elements = listsToElements(array.dtype, lists, array.size, "the data");
  return { bytes: bytesOf(elements), count: array.size, after: undefined };
}

function checkCount(count: number, target: Shape): void {
  const size = sizeOf(target);
  if (count === size) return;
  throw new ArgumentTypeError(
    "CUTS_DATA_LENGTH",
    `Cannot write to an array: the data must have as many elements as it (got ${count} for ${formatShape(target)}, which has ${size})`,
  );
}
