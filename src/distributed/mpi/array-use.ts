// The memory of arrays that an MPI call uses: its address, whether it is idle, and how it is reserved during the call.

import type { NDArray } from "../../array/ndarray.js";
import { dtypes } from "../../core/dtype.js";
import { retainStorage } from "../../runtime/order/native-use.js";
import type { Storage } from "../../runtime/memory/storage.js";

/** Memory that a call uses, and how. */
export interface Use {
  readonly storage: Storage;
  readonly mode: "read" | "write";
}

/** Describes how a call uses an array. */
export function use({ storage }: NDArray, mode: "read" | "write"): Use {
  return { storage, mode };
}

/** Reserves memory: work that is submitted from now on runs after the call. */
export function hold({ storage, mode }: Use): ReturnType<typeof retainStorage> {
  const held = retainStorage(storage, mode, "after");
  // Whoever waits for it gets the error; where nobody does, the memory was found free.
  held.ready.catch(() => {});
  return held;
}

/** Whether no pending work uses the memory and its contents are valid. */
export function isFree(storage: Storage): boolean {
  return storage.lost === undefined && storage.deferredErrors === undefined && storage.isQuiet();
}

/** The address of an array's first element. */
export function addressOf({ storage, offset, dtype, size }: NDArray): number {
  if (size === 0) return 0;
  if (offset === 0) return storage.hostAddress;
  return storage.hostAddress + offset * dtypes[dtype].byteLength;
}
