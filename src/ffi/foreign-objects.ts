// Reads and frees objects that native code passes by address, together with the function that frees them. A wrong address is
// undefined behavior, so callers must have checked what can be checked.

import { lazy } from "../core/lazy.js";
import { toNumberAddress } from "./memory.js";
import { koffi } from "./koffi.js";
import { openRawLibrary } from "./raw-library.js";

const copyBytes = lazy(() => {
  const names = process.platform === "win32" ? "msvcrt.dll" : null;
  return openRawLibrary(names).bind("memcpy", "address", ["address", "address", "address"]);
});

/** Copies bytes from an address to `targetAddress`. */
export function readMemory(pointer: bigint, targetAddress: number, byteLength: number): void {
  copyBytes()(targetAddress, toNumberAddress(pointer), byteLength);
}

const freeFunction = lazy(() => koffi().proto("void", ["uintptr_t"]));

/** Calls `void (*fn)(void*)`. */
export function callWithPointer(fn: bigint, pointer: bigint): void {
  koffi().call(fn, freeFunction(), toNumberAddress(pointer));
}

/** `int64_t (*)(uintptr_t, uintptr_t[, uintptr_t])`, as a JavaScript function. A call takes a third of a microsecond. */
export type Door = (a: number, b: number, c?: number) => number;

/** Makes a JavaScript function of the native function at an address; it takes two or three numbers. */
export function openDoor(address: bigint, parameters: 2 | 3): Door {
  const types = Array.from({ length: parameters }, () => "uintptr_t");
  const fn = koffi().decode(address, koffi().proto("int64_t", types)) as (
    ...args: number[]
  ) => number | bigint;
  return parameters === 2 ? (a, b) => Number(fn(a, b)) : (a, b, c = 0) => Number(fn(a, b, c));
}

/**
 * System functions that native code can use as a callback from any thread: each changes the first 32 bits at an address. Native
 * code signals with them that it is done with something. A JavaScript callback would not do, because it runs on one thread only and
 * blocks the others. Undefined except on Linux.
 */
export const markers = lazy((): Markers | undefined => {
  if (process.platform !== "linux") return undefined;
  const library = openRawLibrary([null, "libpthread.so.0"]);
  const countUp = library.symbol("sem_post");
  const unlock = library.symbol("pthread_spin_unlock");
  return countUp === undefined || unlock === undefined ? undefined : { countUp, unlock };
});

interface Markers {
  /** `sem_post`: adds 1. The following 32 bits must be 0, because they count waiting threads. */
  readonly countUp: bigint;
  /** `pthread_spin_unlock`: sets 0 or 1, whatever the value was before. */
  readonly unlock: bigint;
}
