// Allocates new arrays, and makes views of existing memory.

import { type DType, dtypes } from "../core/dtype.js";
import { formatShape, type Shape, sizeOf } from "../core/shape.js";
import { cStrides, isCContiguous, type Strides } from "../core/strides.js";
import { type MemoryKind, Storage } from "../runtime/memory/storage.js";
import type { StreamCore } from "../runtime/order/stream-core.js";
import { NDArray } from "./ndarray.js";

/**
 * The memory of a new array: of a kind, `shared` with other processes, or device memory that the host writes first if it can see
 * it (`written`).
 */
export type ArrayMemory = MemoryKind | "shared" | "written";

/** A new array in C order with undefined contents; `stream` uses it first. */
export function allocateArray<D extends DType>(
  stream: StreamCore,
  dtype: D,
  shape: Shape,
  memory: ArrayMemory = "device",
): NDArray<D> {
  const size = sizeOf(shape);
  if (Number.isNaN(size)) throw new Error(`internal: an array cannot have the shape ${formatShape(shape)}`);
  const byteLength = size * dtypes[dtype].byteLength;
  const storage =
    memory === "device" || memory === "written"
      ? storageOf(stream, byteLength, memory === "written" ? "host" : "work")
      : Storage[memory](stream, byteLength);
  return new NDArray(storage, dtype, shape, cStrides(shape), 0, size, true, false);
}

function storageOf(stream: StreamCore, byteLength: number, firstUse: "work" | "host"): Storage {
  const { recording } = stream;
  if (recording?.memory === undefined || byteLength === 0)
    return Storage.allocate(stream, byteLength, firstUse);
  return recording.memory.take(byteLength, (one) => recording.keeps(one)) as Storage;
}

/** A new array whose elements lie without gaps, in the order that `strides` give. */
export function allocateLike<D extends DType>(
  stream: StreamCore,
  dtype: D,
  shape: Shape,
  strides: Strides,
): NDArray<D> {
  const size = sizeOf(shape);
  const storage = storageOf(stream, size * dtypes[dtype].byteLength, "work");
  const isContiguous = isCContiguous(shape, strides);
  return new NDArray(storage, dtype, shape, strides, 0, size, isContiguous, false);
}

/** How a view differs from its array. */
export interface ViewOptions {
  readonly isReadonly?: boolean;
}

/** Another view of an array's memory. `offset` counts elements from the beginning of the storage. */
export function makeView<D extends DType>(
  array: NDArray<D>,
  shape: Shape,
  strides: Strides,
  offset: number,
  options: ViewOptions = {},
): NDArray<D> {
  const isReadonly = array.isReadonly || options.isReadonly === true;
  const isContiguous = isCContiguous(shape, strides);
  const storage = array.storage.retain();
  return new NDArray(storage, array.dtype, shape, strides, offset, sizeOf(shape), isContiguous, isReadonly);
}

/** The real (0) or imaginary (1) parts of a complex array, as a view of its memory. */
export function makePartView(array: NDArray<"complex64" | "complex128">, part: 0 | 1): NDArray {
  const { dtype, shape, strides, offset, size, isReadonly, storage } = array;
  const real = dtype === "complex64" ? "float32" : "float64";
  const apart = strides.map((stride) => 2 * stride);
  const isContiguous = isCContiguous(shape, apart);
  return new NDArray(storage.retain(), real, shape, apart, 2 * offset + part, size, isContiguous, isReadonly);
}
