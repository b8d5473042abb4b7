// Shares arrays with other threads of the same process. Each thread has its own instance of CuTS, and uses the memory of another
// thread by its address. Memory of a cpu device is a SharedArrayBuffer that travels with the handle, so it outlives the thread
// that made it.

import { type DType, dtypes, isDType } from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { formatShape, type Shape, toShape } from "../core/shape.js";
import { offsetRange, type Strides } from "../core/strides.js";
import { formatValue } from "../core/text.js";
import { bufferOf, isShared, typedArrayName } from "../core/view-facts.js";
import { addressOf } from "../ffi/memory.js";
import { type BufferOptions, streamFor } from "../array/creation-options.js";
import type { NDArray } from "../array/ndarray.js";
import { processId } from "../host/own-process.js";
import { adoptArray } from "./foreign-array.js";

/** An array, for another thread: plain data, to be sent by `postMessage` or `workerData`. */
export interface ThreadHandle<D extends DType = DType> {
  readonly kind: "cuts-thread";
  /** The process in which the address is valid. */
  readonly process: number;
  readonly device: string;
  readonly pointer: bigint;
  readonly dtype: D;
  readonly shape: Shape;
  readonly strides: Strides;
  readonly readonly: boolean;
  /** The memory of the array: its bytes if threads can share them, as on the cpu device, else its address and size. */
  readonly memory: Uint8Array | MemorySpan;
}

/** Memory that JavaScript has no bytes of. */
interface MemorySpan {
  readonly pointer: bigint;
  readonly byteLength: number;
}

/**
 * A handle with which another thread can use the array's memory; blocks until the work on the array is done.
 * @throws TypeError `CUTS_THREAD_HANDLE` for memory that ends with this thread: that of a typed array, unless it is shared.
 */
export function threadHandle<D extends DType>(array: NDArray<D>): ThreadHandle<D> {
  array.check("give an array to another thread");
  const { dtype, shape, strides, storage, isReadonly } = array;
  storage.settleSync();
  const bytes = storage.hostBytes();
  const isOfThreads = bytes !== undefined && isShared(bufferOf(bytes));
  if (storage.isCopied && !isOfThreads) {
    throw new ArgumentTypeError(
      "CUTS_THREAD_HANDLE",
      `Cannot give an array to another thread: its memory must not end with this thread, as that of a typed array does (got ${dtype}${formatShape(shape)} over memory of others)` +
        "\nTry: x.copy().threadHandle(), or a typed array over a SharedArrayBuffer",
    );
  }
  return {
    kind: "cuts-thread",
    process: processId,
    device: storage.device.id,
    pointer: array.pointer,
    dtype,
    shape: [...shape],
    strides: [...strides],
    readonly: isReadonly,
    memory: isOfThreads ? bytes : { pointer: storage.pointer, byteLength: storage.byteLength },
  };
}

/**
 * The array that another thread of this process shared by `x.threadHandle()`, without a copy. That thread must keep its array as
 * long as this one is used, and each side must await its work before it tells the other to go on. When that thread ends, memory of
 * a cpu device stays as it is then. The rules are those of {@link fromPointer}: on the cpu device, kernels here work on a copy,
 * which is copied back.
 * @throws TypeError, RangeError `CUTS_THREAD_HANDLE` for what is no handle, one of another process, or one whose elements lie
 * outside of the memory.
 * @example
 * parentPort.on("message", async (handle: cu.ThreadHandle<"float32">) => {
 *   using x = cu.openThreadHandle(handle);
 *   cu.mul(x, 2, { out: x });
 *   await x.device.synchronize();
 *   parentPort.postMessage("done");
 * });
 */
export function openThreadHandle<D extends DType>(
  handle: ThreadHandle<D>,
  options: Pick<BufferOptions, "stream"> = {},
): NDArray<D> {
  const isHandle =
    handle?.kind === "cuts-thread" &&
    handle.process === processId &&
    typeof handle.pointer === "bigint" &&
    typeof handle.device === "string" &&
    isDType(handle.dtype) &&
    Array.isArray(handle.shape) &&
    Array.isArray(handle.strides) &&
    isMemory(handle.memory);
  if (!isHandle) {
    throw new ArgumentTypeError(
      "CUTS_THREAD_HANDLE",
      `Cannot open the array of another thread: the handle must come from x.threadHandle() in this process (got ${formatValue(handle)})`,
    );
  }
  const { pointer, dtype, strides, device, readonly: isReadonly } = handle;
  const shape = toShape(handle.shape);
  const layout = { pointer, dtype, shape, strides: [...strides], isReadonly, bytes: bytesOf(handle, shape) };
  const { stream } = options;
  return adoptArray(layout, streamFor(stream === undefined ? { device } : { stream }), () => {});
}

function isMemory(memory: unknown): memory is ThreadHandle["memory"] {
  if (typedArrayName(memory) === "Uint8Array") return isShared(bufferOf(memory as Uint8Array));
  const { pointer, byteLength } = (memory ?? {}) as Partial<MemorySpan>;
  return typeof pointer === "bigint" && Number.isSafeInteger(byteLength);
}

/** The bytes from the lowest element to the highest, where threads share them. @throws RangeError `CUTS_THREAD_HANDLE` */
function bytesOf({ pointer, dtype, strides, memory }: ThreadHandle, shape: Shape): Uint8Array | undefined {
  const range = offsetRange(shape, strides);
  if (range === undefined) return undefined;
  const { byteLength } = dtypes[dtype];
  const first = Number(pointer - (ArrayBuffer.isView(memory) ? addressOf(memory) : memory.pointer));
  const start = first + range.min * byteLength;
  const end = first + (range.max + 1) * byteLength;
  if (strides.length === shape.length && start >= 0 && end <= memory.byteLength) {
    return ArrayBuffer.isView(memory) ? memory.subarray(start, end) : undefined;
  }
  throw new ArgumentRangeError(
    "CUTS_THREAD_HANDLE",
    `Cannot open the array of another thread: its elements must lie in the memory that it was made of (got ${dtype}${formatShape(shape)} with strides ${formatValue(strides)} in ${memory.byteLength} bytes)`,
  );
}
