// Hints to the driver about managed memory: how it will be used, and where it is needed next. They have no effect on other memory.

import type { ManagedAdvice } from "../../backend/backend.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { hostMemoryOf } from "../../runtime/devices/capabilities.js";
import type { NDArray } from "../ndarray.js";

/** Tells the driver how managed memory will be used; it has no effect on results. */
export function advise(array: NDArray, advice: ManagedAdvice): void {
  array.check("advise on the memory of an array");
  if (!isManaged(array)) return;
  const { address, byteLength } = memoryOf(array);
  hostMemoryOf(array.storage.device, "advise on memory").advise(address, byteLength, advice);
}

/** Moves managed memory to one side ahead of its use, on the current stream. */
export function prefetch(array: NDArray, to: "host" | "device"): void {
  array.check("prefetch an array");
  if (!isManaged(array)) return;
  const { storage } = array;
  const { address, byteLength } = memoryOf(array);
  const stream = currentStream(storage.device);
  storage.order(stream, "write");
  const memory = hostMemoryOf(storage.device, "prefetch memory");
  stream.inOrder(() => memory.prefetch(address, byteLength, to, stream.backendStream));
}

function isManaged({ storage, size }: NDArray): boolean {
  return storage.kind === "managed" && size > 0;
}

/** The memory of its elements, or all of it where they lie apart. */
function memoryOf(array: NDArray): { readonly address: number; readonly byteLength: number } {
  return array.isContiguous ? { address: array.start, byteLength: array.byteLength } : array.storage;
}
