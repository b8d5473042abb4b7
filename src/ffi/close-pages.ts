// Pages of memory that nobody may touch: the system stops who does, and V8 makes a trap of it where WebAssembly did.

import { UnsupportedError } from "../core/errors.js";
import { lazy } from "../core/lazy.js";
import { koffi } from "./koffi.js";

const PROT_NONE = 0;

/**
 * Has the system refuse all access to the pages of `bytes`, which must be whole ones. False where there is no such call.
 * Only WebAssembly survives a touch: JavaScript and native code end the process.
 */
export function closePages(bytes: Uint8Array): boolean {
  const protect = process.platform === "win32" ? undefined : mprotect();
  return protect?.(bytes, bytes.byteLength, PROT_NONE) === 0;
}

const mprotect = lazy(() => {
  try {
    return koffi().load(null).func("mprotect", "int", ["void *", "size_t", "int"]);
  } catch (error) {
    // Without it, writes through null are found when a launch or the program ends.
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  }
});
