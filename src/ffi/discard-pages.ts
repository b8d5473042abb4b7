// Returns pages of mapped memory to the system until they are used again.

import { UnsupportedError } from "../core/errors.js";
import { lazy } from "../core/lazy.js";
import { koffi } from "./koffi.js";

const MADV_DONTNEED = 4;

/**
 * Returns the pages of `bytes` to the system; they read as zeros afterwards. `bytes` must be whole pages of anonymous memory. False
 * if the system has no such call: only Linux frees them at once.
 */
export function discardPages(bytes: Uint8Array): boolean {
  const advise = process.platform === "linux" ? madvise() : undefined;
  return advise?.(bytes, bytes.byteLength, MADV_DONTNEED) === 0;
}

const madvise = lazy(() => {
  try {
    return koffi().load(null).func("madvise", "int", ["void *", "size_t", "int"]);
  } catch (error) {
    // Returning memory is an optimization and must not fail.
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  }
});
