// What a driver is told of managed memory: how it will be used, and where it is needed next. On a device that has no such
// memory, and for arrays in memory of the device alone, there is nothing to tell.

import type { ManagedAdvice } from "../../backend/backend.js";
import { currentStream } from "../../runtime/devices.js";
import type { NDArray } from "../ndarray.js";

/** Tells how the memory of an array will be used. */
export function advise(array: NDArray, advice: ManagedAdvice): void {
  array.check("advise on the memory of an array");
  const { storage } = array;
  if (isManaged(array)) {
    storage.device.backend.hostMemory.advise(storage.address, storage.byteLength, advice);
  }
}

/** Moves the memory of an array to one side ahead of its use, on the current stream. */
export function prefetch(array: NDArray, to: "host" | "device"): void {
  array.check("prefetch an array");
  if (!isManaged(array)) return;
  const { storage } = array;
  const { address, byteLength } = storage;
  const stream = currentStream(storage.device);
  storage.order(stream, "write");
  stream.inOrder(() => stream.backend.hostMemory.prefetch(address, byteLength, to, stream.backendStream));
}

function isManaged({ storage }: NDArray): boolean {
  return storage.byteLength > 0 && storage.hostBytes() !== undefined;
}
