// Memory that processes share. One process exports a handle, which is plain data, and another opens it. CUDA does not count users:
// the exporting process must keep the memory as long as the other one uses it, and each must await its own work before it tells
// the other to go on.

import { type DType, dtypeInfo, dtypes } from "../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError, UnsupportedError } from "../../core/errors.js";
import { formatShape, type Shape, sizeOf, toShape } from "../../core/shape.js";
import { cStrides } from "../../core/strides.js";
import { formatValue } from "../../core/text.js";
import { sharingOf } from "../../runtime/memory/sharing.js";
import { Storage } from "../../runtime/memory/storage.js";
import { type BufferOptions, streamFor } from "../creation-options.js";
import { describeArray, NDArray } from "../ndarray.js";

/** An array, for another process. It may be sent as JSON or by `child.send`. */
export interface IpcHandle<D extends DType = DType> {
  readonly kind: "cuts-ipc";
  /** The GPU by the exporting process's name. */
  readonly device: string;
  /** CUDA's handle of the allocation, in base64. */
  readonly memory: string;
  readonly allocationBytes: number;
  readonly byteOffset: number;
  readonly dtype: D;
  readonly shape: Shape;
}

/**
 * A handle with which another process can use the same memory. The array must have been made with `{ ipc: true }`, and must stay
 * alive as long as the other process uses it. The handle is plain data, which can be sent in any way, such as `child.send`.
 * @throws UnsupportedError `CUTS_IPC` for other arrays and on the cpu; TypeError where the elements do not lie in C order.
 */
export function ipcHandle<D extends DType>(array: NDArray<D>): IpcHandle<D> {
  array.check("share an array");
  const { dtype, shape, storage, offset } = array;
  const sharing = sharingOf(storage.device, "share an array");
  if (!array.isContiguous) {
    throw new ArgumentTypeError(
      "CUTS_IPC",
      `Cannot share an array: its elements must lie in C order without gaps (got ${describeArray(array)})`,
    );
  }
  if (storage.byteLength === 0) {
    throw new UnsupportedError("CUTS_IPC", "Cannot share an array: it must have elements (got none)");
  }
  return {
    kind: "cuts-ipc",
    device: storage.device.id,
    memory: Buffer.from(storage.export(sharing)).toString("base64"),
    allocationBytes: storage.byteLength,
    byteOffset: offset * dtypes[dtype].byteLength,
    dtype,
    shape,
  };
}

/**
 * The array that another process exported with `ipcHandle()`, without a copy. Each process sees what the other has written and
 * awaited. By default it is opened on the device of the same name; `dispose()` ends the use.
 * @throws TypeError `CUTS_IPC` for anything but a handle; UnsupportedError on the cpu; CudaError when the memory is gone, or
 * is this process's own.
 * @example
 * process.on("message", async (handle: IpcHandle<"float32">) => {
 *   using x = cu.openIpc(handle);
 *   console.log(await x.data());
 * });
 */
export function openIpc<D extends DType>(
  handle: IpcHandle<D>,
  options: Pick<BufferOptions, "device" | "stream"> = {},
): NDArray<D> {
  checkHandle(handle);
  const { dtype, byteOffset, allocationBytes, memory } = handle;
  const { byteLength } = dtypeInfo(dtype);
  const shape = toShape(handle.shape);
  const size = sizeOf(shape);
  const isInside = byteOffset >= 0 && byteOffset + size * byteLength <= allocationBytes;
  if (!isInside || byteOffset % byteLength !== 0) {
    throw new ArgumentRangeError(
      "CUTS_IPC",
      `Cannot open shared memory: the elements must lie within the allocation of ${allocationBytes} bytes (got ${dtype}${formatShape(shape)} at ${byteOffset})`,
    );
  }
  const where =
    options.stream === undefined && options.device === undefined ? { device: handle.device } : options;
  const stream = streamFor(where);
  const sharing = sharingOf(stream.device, "open shared memory");
  const allocation = sharing.open(Buffer.from(memory, "base64"), allocationBytes);
  const storage = Storage.of(stream, allocation);
  return new NDArray(storage, dtype, shape, cStrides(shape), byteOffset / byteLength, size, true, false);
}

function checkHandle(value: unknown): asserts value is IpcHandle {
  const handle = value as Partial<IpcHandle> | null | undefined;
  const isHandle =
    handle?.kind === "cuts-ipc" &&
    typeof handle.memory === "string" &&
    Buffer.from(handle.memory, "base64").byteLength === 64 &&
    Array.isArray(handle.shape) &&
    Number.isSafeInteger(handle.byteOffset) &&
    Number.isSafeInteger(handle.allocationBytes);
  if (isHandle) return;
  throw new ArgumentTypeError(
    "CUTS_IPC",
    `Cannot open shared memory: the handle must come from x.ipcHandle() (got ${formatValue(value)})`,
  );
}
