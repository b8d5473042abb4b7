// openIpc(): a buffer of another process.

import { type DType, dtypeInfo } from "../core/dtype.js";
import { ArgumentRangeError } from "../core/errors.js";
import { Buffer1D, type BufferOptions, chooseStream, type DeviceBuffer } from "./device-buffer.js";
import { checkHandle, type IpcHandle, sharingOf } from "./ipc.js";
import { Storage } from "./storage.js";

/**
 * The buffer that another process exported with `ipcHandle()`, without a copy. Both see what the other writes, after that
 * one has awaited its work. It is opened on the device of the same name unless told; `dispose()` ends the use.
 * @throws TypeError `CUTS_IPC` for what is no handle; UnsupportedError on the cpu; CudaError when the memory is gone, or
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
): DeviceBuffer<D> {
  checkHandle(handle);
  const { dtype, length, byteOffset, allocationBytes, memory } = handle;
  const { byteLength } = dtypeInfo(dtype);
  if (length < 0 || byteOffset < 0 || byteOffset + length * byteLength > allocationBytes) {
    throw new ArgumentRangeError(
      "CUTS_IPC",
      `Cannot open shared memory: the elements must lie within the allocation of ${allocationBytes} bytes (got ${length} of ${dtype} at ${byteOffset})`,
    );
  }
  const where =
    options.stream === undefined && options.device === undefined ? { device: handle.device } : options;
  const stream = chooseStream(where);
  const sharing = sharingOf(stream.device, "open shared memory");
  const allocation = sharing.open(Buffer.from(memory, "base64"), allocationBytes);
  return new Buffer1D(dtype, Storage.of(stream, allocation), byteOffset, length);
}
