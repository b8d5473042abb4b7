// Copies elements: into another array of the same dtype with any strides, into a new array, to another device, or to another
// dtype.

import { broadcastStrides } from "../core/broadcast.js";
import { type DType, dtypeInfo, dtypes } from "../core/dtype.js";
import { ArgumentTypeError } from "../core/errors.js";
import type { Shape } from "../core/shape.js";
import { cStrides, offsetRange, type Strides } from "../core/strides.js";
import { formatValue } from "../core/text.js";
import type { Device } from "../runtime/devices/device.js";
import { currentStream, toDevice } from "../runtime/devices/devices.js";
import { copyBytes } from "../runtime/memory/storage-bytes.js";
import type { StreamCore } from "../runtime/order/stream-core.js";
import { allocateArray, makeView } from "./allocate.js";
import { describeArray, isNDArray, type NDArray, usableArray } from "./ndarray.js";
import { castGroups } from "./kernels/cast-kernels.js";
import { copyGroup } from "./kernels/copy-kernels.js";
import { launchRows, launchUnit, RowKernel, type UnitKernel, unitKernelOf } from "./kernels/launch-rows.js";
import { launchTranspose } from "./kernels/launch-transpose.js";
import { operator } from "./operators/operator.js";
import type { GradientCall } from "./operators/step.js";

/** A new array in C order with the same elements. */
export const copy = operator("copy", copyArray, { gradient: ({ grad }) => [grad] });

function copyArray<D extends DType>(array: NDArray<D>): NDArray<D> {
  const source = usableArray(array, "copy an array");
  const stream = currentStream(source.storage.device);
  const result = allocateArray(stream, source.dtype, source.shape);
  copyElements(source, result, stream);
  return result;
}

/** The array itself if its elements lie in C order, else a copy in C order, which the caller disposes. */
export function contiguous<D extends DType>(array: NDArray<D>): { array: NDArray<D>; isCopy: boolean } {
  return array.isContiguous ? { array, isCopy: false } : { array: copy(array), isCopy: true };
}

/** The same elements on a device: a copy, or a view if they are already there. Returns at once. */
export const to = operator("to", copyTo, {
  gradient: ({ grad, args: [x] }: GradientCall<readonly [NDArray]>) => [grad.to(x.device)],
});

function copyTo<D extends DType>(array: NDArray<D>, device: string | Device): NDArray<D> {
  const source = usableArray(array, "copy an array");
  const target = toDevice(device);
  if (target === source.storage.device) return makeView(array, array.shape, array.strides, array.offset);
  const { array: packed, isCopy } = contiguous(array);
  const stream = currentStream(target);
  const result = allocateArray(stream, packed.dtype, packed.shape);
  copyBytes(
    { storage: packed.storage, byteOffset: packed.offset * dtypes[packed.dtype].byteLength },
    { storage: result.storage, byteOffset: 0 },
    packed.byteLength,
    stream,
  );
  if (isCopy) packed.dispose();
  return result;
}

/**
 * The elements as another dtype, always a new array. Floats lose their fraction on the way to integers, integers wrap,
 * complex numbers lose their imaginary part.
 */
export const astype = operator("astype", convert, { gradient: ({ grad }) => [grad] });

function convert<E extends DType>(array: NDArray, dtype: E): NDArray<E> {
  dtypeInfo(dtype);
  const source = usableArray(array, "convert an array");
  if (source.dtype === dtype) return copy(array) as NDArray<E>;
  const { array: packed, isCopy } = contiguous(array);
  const stream = currentStream(source.storage.device);
  const result = allocateArray(stream, dtype, source.shape);
  launchUnit(castKernel(source.dtype, dtype), source.size, [result, packed], stream, {});
  if (isCopy) packed.dispose();
  return result;
}

/**
 * Copies elements into an array of the same dtype and device; `from` is broadcast to the shape of `into`.
 * @throws RangeError `CUTS_BROADCAST`; TypeError `CUTS_READONLY`.
 */
export function copyInto(from: NDArray, into: NDArray): void {
  checkWritable(into, "write to an array");
  from.check("copy an array");
  copyElements(from, into, currentStream(into.storage.device));
}

/**
 * Fills a new array in C order, viewed with `shape`, from an array of the same dtype with the given strides; a stride of 0
 * broadcasts.
 */
export function copySpread(from: NDArray, strides: Strides, into: NDArray, shape: Shape): void {
  const kernel = copyKernelOf(into.dtype);
  const operands = [
    { storage: into.storage, dtype: into.dtype, start: into.start, strides: cStrides(shape) },
    { storage: from.storage, dtype: from.dtype, start: from.start, strides },
  ];
  launchRows(kernel, shape, operands, currentStream(into.storage.device), {});
}

/** Throws unless the array may be written. */
export function checkWritable(array: NDArray, action: string): void {
  if (!isNDArray(array)) {
    throw new ArgumentTypeError(
      "CUTS_OUT",
      `Cannot ${action}: what is written must be an array (got ${formatValue(array)})`,
    );
  }
  array.check(action);
  if (!array.isReadonly) return;
  throw new ArgumentTypeError(
    "CUTS_READONLY",
    `Cannot ${action}: it must not be written: it is a broadcast view, which shows one element in many places, or memory that somebody else shows for reading only (got ${describeArray(array)})` +
      "\nTry: x.copy()",
  );
}

/** Whether two arrays may share some memory. */
export function mayOverlap(a: NDArray, b: NDArray): boolean {
  if (a.storage !== b.storage || a.size === 0 || b.size === 0) return false;
  const [first, second] = [spanOf(a), spanOf(b)];
  return first.min <= second.max && second.min <= first.max;
}

const copyKernels = new Map(
  [1, 2, 4, 8, 16].map((bytes) => [bytes, new RowKernel(copyGroup, `copy${bytes}`, 2, {})]),
);
const castKernels = new Map<string, UnitKernel>();

function castKernel(from: DType, to: DType): UnitKernel {
  const key = `${from} ${to}`;
  let kernel = castKernels.get(key);
  if (kernel === undefined) {
    castKernels.set(key, (kernel = unitKernelOf(castGroups[from], `to_${to}`, 2, {})));
  }
  return kernel;
}

function copyKernelOf(dtype: DType): RowKernel {
  const { byteLength } = dtypes[dtype];
  const kernel = copyKernels.get(byteLength);
  if (kernel === undefined) throw new Error(`internal: no copy of ${byteLength} bytes`);
  return kernel;
}

function copyElements(source: NDArray, target: NDArray, stream: StreamCore): void {
  const { byteLength } = dtypes[source.dtype];
  const strides = broadcastStrides(source.shape, source.strides, target.shape);
  if (source.isContiguous && target.isContiguous && source.size === target.size) {
    copyBytes(
      { storage: source.storage, byteOffset: source.offset * byteLength },
      { storage: target.storage, byteOffset: target.offset * byteLength },
      target.byteLength,
      stream,
    );
    return;
  }
  const kernel = copyKernelOf(source.dtype);
  if (mayOverlap(source, target)) {
    // What is read must not have been written before: it goes by way of a copy.
    const between = allocateArray(stream, source.dtype, source.shape);
    copyElements(source, between, stream);
    copyElements(between, target, stream);
    between.dispose();
    return;
  }
  const { storage, dtype, start } = source;
  const from = { storage, dtype, start, strides };
  if (!launchTranspose(target, from, target.shape, stream))
    launchRows(kernel, target.shape, [target, from], stream, {});
}

function spanOf(array: NDArray): { min: number; max: number } {
  const { min, max } = offsetRange(array.shape, array.strides) ?? { min: 0, max: 0 };
  return { min: array.offset + min, max: array.offset + max };
}
