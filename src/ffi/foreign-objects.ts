// Objects that native code hands over by address, with the function that frees them: read, and freed, without a declaration.
// A wrong address here is undefined behaviour; whoever calls this has checked what can be.

import { lazy } from "../core/lazy.js";
import { toNumberAddress } from "./memory.js";
import { koffi } from "./koffi.js";
import { openRawLibrary } from "./raw-library.js";

const copyBytes = lazy(() => {
  const names = process.platform === "win32" ? "msvcrt.dll" : null;
  return openRawLibrary(names).bind("memcpy", "address", ["address", "address", "address"]);
});

/** Copies bytes from an address to where `target` is. */
export function readMemory(pointer: bigint, targetAddress: number, byteLength: number): void {
  copyBytes()(targetAddress, toNumberAddress(pointer), byteLength);
}

const freeFunction = lazy(() => koffi().proto("void", ["uintptr_t"]));

/** Calls `void (*fn)(void*)`. */
export function callWithPointer(fn: bigint, pointer: bigint): void {
  koffi().call(fn, freeFunction(), toNumberAddress(pointer));
}

/** `int64_t (*)(uintptr_t, uintptr_t[, uintptr_t])`, as a function: made once, it is called in a third of a microsecond. */
export type Door = (a: number, b: number, c?: number) => number;

/** The function of native code at an address; it takes two numbers, or three. */
export function openDoor(address: bigint, parameters: 2 | 3): Door {
  const types = Array.from({ length: parameters }, () => "uintptr_t");
  const fn = koffi().decode(address, koffi().proto("int64_t", types)) as (
    ...args: number[]
  ) => number | bigint;
  return parameters === 2 ? (a, b) => Number(fn(a, b)) : (a, b, c = 0) => Number(fn(a, b, c));
}

/**
 * Functions of the system that native code may call from any thread with the address of memory, and that change the first 32 bits
 * there. They are how others tell that they are done with something, without a JavaScript function, which runs on one thread
 * only and has the others wait. Undefined where the system's are others.
 */
export const markers = lazy((): Markers | undefined => {
  if (process.platform !== "linux") return undefined;
  const library = openRawLibrary([null, "libpthread.so.0"]);
  const countUp = library.symbol("sem_post");
  const unlock = library.symbol("pthread_spin_unlock");
  return countUp === undefined || unlock === undefined ? undefined : { countUp, unlock };
});

interface Markers {
  /** `sem_post`: adds 1. The 32 bits after them must be 0, for they would count threads that wait. */
  readonly countUp: bigint;
  /** `pthread_spin_unlock`: 0 or 1, whatever was there. */
  readonly unlock: bigint;
}
