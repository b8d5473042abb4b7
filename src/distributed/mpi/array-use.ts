// Memory of arrays that a call of MPI uses: where it is, whether it is free, and how it is held meanwhile.

import type { NDArray } from "../../array/ndarray.js";
import { dtypes } from "../../core/dtype.js";
import { retainStorage } from "../../runtime/order/native-use.js";
import type { Storage } from "../../runtime/memory/storage.js";

/** Memory that a call uses. */
export interface Use {
  readonly storage: Storage;
  readonly mode: "read" | "write";
}

/** How a call uses an array. */
export function use({ storage }: NDArray, mode: "read" | "write"): Use {
  return { storage, mode };
}

/** Holds memory: work that is given from now on comes after the call. */
export function hold({ storage, mode }: Use): ReturnType<typeof retainStorage> {
  const held = retainStorage(storage, mode, "after");
  // Whoever waits for it gets the error; where nobody does, the memory was found free.
  held.ready.catch(() => {});
  return held;
}

/** Whether no work uses memory, and what is in it is there. */
export function isFree(storage: Storage): boolean {
  return storage.lost === undefined && storage.deferredErrors === undefined && storage.isQuiet();
}

/** Where the elements of an array are. */
export function addressOf({ storage, offset, dtype, size }: NDArray): number {
  if (size === 0) return 0;
  if (offset === 0) return storage.hostAddress;
  return storage.hostAddress + offset * dtypes[dtype].byteLength;
}
