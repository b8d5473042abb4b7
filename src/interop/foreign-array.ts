// Arrays over memory that CuTS did not allocate. All imports (pointers, DLPack, the CUDA array interface, buffers, files) go
// through adoptArray. It checks the layout. If the address lies in memory that CuTS itself exported, the array shares that
// storage, so that work on it stays in order.

import { type DType, dtypes } from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { formatShape, type Shape, sizeOf } from "../core/shape.js";
import { isCContiguous, offsetRange, type Strides } from "../core/strides.js";
import { formatValue } from "../core/text.js";
import { NDArray } from "../array/ndarray.js";
import { adoptMemory } from "../runtime/memory/foreign-memory.js";
import { Storage } from "../runtime/memory/storage.js";
import type { StreamCore } from "../runtime/order/stream-core.js";

/** The memory and layout of a foreign array. */
export interface ForeignLayout<D extends DType> {
  /** The address of the first element. */
  readonly pointer: bigint;
  readonly dtype: D;
  readonly shape: Shape;
  /** In elements. */
  readonly strides: Strides;
  readonly isReadonly: boolean;
  /** The memory from its lowest to its highest element, if it is JavaScript's. */
  readonly bytes?: Uint8Array | undefined;
}

/** Storages whose memory was handed out, with how many hold them: they are found again by their addresses. */
const handedOut = new Map<Storage, number>();

/** Exported storages that DLPack consumers hold as tensors. */
const taken = new Map<Storage, number>();

/** Keeps exported memory alive until the returned function is called. */
export function handOut(storage: Storage, way: "described" | "taken"): () => void {
  storage.retain();
  const counts = way === "taken" ? [handedOut, taken] : [handedOut];
  for (const count of counts) count.set(storage, (count.get(storage) ?? 0) + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    for (const count of counts) {
      const left = (count.get(storage) ?? 1) - 1;
      if (left === 0) count.delete(storage);
      else count.set(storage, left);
    }
    storage.release();
  };
}

/** Whether a DLPack consumer holds this memory and may use it at any time. */
export function isTaken(storage: Storage): boolean {
  return taken.has(storage);
}

/**
 * An array over foreign memory, ready for the work of `stream`. `free` is called once, when the memory is no longer used here; it
 * is not called if this throws.
 */
export function adoptArray<D extends DType>(
  layout: ForeignLayout<D>,
  stream: StreamCore,
  free: () => void,
): NDArray<D> {
  const { dtype, shape, strides } = layout;
  const { byteLength, lanes } = dtypes[dtype];
  const size = sizeOf(shape);
  const range = checkRange(layout);
  if (range === undefined) {
    free();
    const nothing = Storage.external(stream.device, 0, 0);
    return new NDArray(nothing, dtype, shape, strides, 0, 0, true, layout.isReadonly);
  }
  if (layout.pointer % BigInt(byteLength / lanes) !== 0n) {
    throw new ArgumentRangeError(
      "CUTS_POINTER",
      `Cannot use memory as ${dtype}: its address must be a multiple of ${byteLength / lanes} (got 0x${layout.pointer.toString(16)})`,
    );
  }
  const lowest = layout.pointer + BigInt(range.min * byteLength);
  const spanBytes = (range.max - range.min + 1) * byteLength;
  const isReadonly = layout.isReadonly || hasRepeats(shape, strides);
  const isContiguous = isCContiguous(shape, strides);
  const known = findHandedOut(stream, lowest, spanBytes, byteLength);
  if (known !== undefined) {
    const offset = Number(layout.pointer - known.pointer) / byteLength;
    known.retain();
    const array = new NDArray(known, dtype, shape, strides, offset, size, isContiguous, isReadonly);
    free();
    return array;
  }
  const memory = adoptMemory(stream, lowest, spanBytes, layout.bytes);
  const storage = Storage.foreign(stream, memory, free);
  return new NDArray(storage, dtype, shape, strides, -range.min, size, isContiguous, isReadonly);
}

/** The range of element offsets from the first element; undefined if there are no elements. */
function checkRange({ pointer, dtype, shape, strides }: ForeignLayout<DType>): Range | undefined {
  if (strides.length !== shape.length || !strides.every(Number.isSafeInteger)) {
    throw new ArgumentTypeError(
      "CUTS_POINTER",
      `Cannot use memory: there must be one stride, a whole number of elements, for each axis of ${formatShape(shape)} (got ${formatValue(strides)})`,
    );
  }
  const range = offsetRange(shape, strides);
  if (range === undefined) return undefined;
  const { byteLength } = dtypes[dtype];
  const [first, end] = [range.min * byteLength, (range.max + 1) * byteLength];
  const isNumber =
    Number.isSafeInteger(first) && Number.isSafeInteger(end) && Number.isSafeInteger(end - first);
  if (pointer > 0n && isNumber && pointer + BigInt(first) > 0n && pointer + BigInt(end) <= MAX_ADDRESS) {
    return range;
  }
  throw new ArgumentRangeError(
    "CUTS_POINTER",
    pointer === 0n
      ? `Cannot use memory: the pointer must not be null for an array with elements (got ${dtype}${formatShape(shape)})`
      : `Cannot use memory: ${dtype}${formatShape(shape)} with strides ${formatShape(strides)} must lie within the addresses of a process (got 0x${pointer.toString(16)})`,
  );
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** No system hands out more. */
const MAX_ADDRESS = 2n ** 53n;

/** Whether several indices refer to the same element, so that writing one changes others. */
function hasRepeats(shape: Shape, strides: Strides): boolean {
  return shape.some((length, axis) => length > 1 && strides[axis] === 0);
}

function findHandedOut(
  { device }: StreamCore,
  lowest: bigint,
  spanBytes: number,
  elementBytes: number,
): Storage | undefined {
  for (const storage of handedOut.keys()) {
    if (storage.device !== device) continue;
    const offset = lowest - storage.pointer;
    if (offset < 0n || offset + BigInt(spanBytes) > BigInt(storage.byteLength)) continue;
    return offset % BigInt(elementBytes) === 0n ? storage : undefined;
  }
  return undefined;
}
