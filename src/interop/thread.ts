// Arrays for other threads of the same process: a thread has a CuTS of its own, and sees the memory of the others by its address.

import { type DType, isDType } from "../core/dtype.js";
import { ArgumentTypeError } from "../core/errors.js";
import type { Shape } from "../core/shape.js";
import type { Strides } from "../core/strides.js";
import { formatValue } from "../core/text.js";
import type { BufferOptions } from "../array/creation-options.js";
import type { NDArray } from "../array/ndarray.js";
import { fromPointer } from "./from-pointer.js";

/** An array, for another thread: plain data, to be sent by `postMessage` or `workerData`. */
export interface ThreadHandle<D extends DType = DType> {
  readonly kind: "cuts-thread";
  /** The process that the address is of. */
  readonly process: number;
  readonly device: string;
  readonly pointer: bigint;
  readonly dtype: D;
  readonly shape: Shape;
  readonly strides: Strides;
  readonly readonly: boolean;
}

/** What another thread needs to use the memory of an array; the work on the array is over when this returns. */
export function threadHandle<D extends DType>(array: NDArray<D>): ThreadHandle<D> {
  array.check("give an array to another thread");
  const { dtype, shape, strides, storage, isReadonly } = array;
  storage.settleSync();
  return {
    kind: "cuts-thread",
    process: process.pid,
    device: storage.device.id,
    pointer: array.pointer,
    dtype,
    shape: [...shape],
    strides: [...strides],
    readonly: isReadonly,
  };
}

/**
 * The array that another thread of this process gave by `x.threadHandle()`, without a copy. That thread keeps its array as long as this one
 * is used, and both await their work before they tell the other to go on. The rules are those of {@link fromPointer}: on the cpu
 * device, whose memory is that of one thread, kernels here work on a copy that is brought back.
 * @throws TypeError `CUTS_THREAD_HANDLE` for what is no handle, or one of another process.
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
    handle.process === process.pid &&
    typeof handle.pointer === "bigint" &&
    typeof handle.device === "string" &&
    isDType(handle.dtype) &&
    Array.isArray(handle.shape) &&
    Array.isArray(handle.strides);
  if (!isHandle) {
    throw new ArgumentTypeError(
      "CUTS_THREAD_HANDLE",
      `Cannot open the array of another thread: the handle must come from x.threadHandle() in this process (got ${formatValue(handle)})`,
    );
  }
  const { pointer, shape, dtype, strides, device, readonly } = handle;
  return fromPointer(pointer, shape, dtype, {
    strides,
    readonly,
    ...(options.stream === undefined ? { device } : { stream: options.stream }),
  });
}
