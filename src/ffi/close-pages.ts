// Makes pages of memory inaccessible. The system stops any access, and V8 turns an access by WebAssembly into a trap.

import { UnsupportedError } from "../core/errors.js";
import { lazy } from "../core/lazy.js";
import { koffi } from "./koffi.js";

const PROT_NONE = 0;

/**
 * Makes `bytes`, which must be whole pages, inaccessible. False if the system has no such call. An access by WebAssembly traps; an
 * access by JavaScript or native code crashes the process.
 */
export function closePages(bytes: Uint8Array): boolean {
  const protect = process.platform === "win32" ? undefined : mprotect();
  return protect?.(bytes, bytes.byteLength, PROT_NONE) === 0;
}

const mprotect = lazy(() => {
  try {
    return koffi().load(null).func("mprotect", "int", ["void *", "size_t", "int"]);
  } catch (error) {
    // Without mprotect, writes through null are detected only when a launch or the program ends.
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  }
});
