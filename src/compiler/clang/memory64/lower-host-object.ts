// Lowers an object file of host code. It is linked with libraries that have 64-bit pointers, except for the compiler's own functions
// (128-bit integers, `long double`), which pass results by 32-bit pointers.
import { LIBRARY_CALLS } from "./library-calls.js";
import { lowerMemory64 } from "./lower-object.js";

const COMPILER_CALLS = new Map([...LIBRARY_CALLS].filter(([name]) => name.startsWith("__")));

/** The object with 32-bit addresses. */
export function lowerHostObject(object: Uint8Array): Uint8Array {
  return lowerMemory64(object, COMPILER_CALLS);
}
