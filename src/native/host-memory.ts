// memcpy of the C library, for copies between host memories that are large enough to leave the event loop for: several
// threads move bytes several times as fast as one, and JavaScript goes on meanwhile.

import { lazy } from "../core/lazy.js";
import { openRawLibrary } from "../ffi/raw-library.js";

type Memcpy = (to: number, from: number, byteLength: number) => Promise<unknown>;

const memcpy = lazy(bindMemcpy);

/** Copies between two addresses on a worker thread. Whoever calls keeps both memories until the promise settles. */
export async function copyOnThread(to: number, from: number, byteLength: number): Promise<void> {
  await memcpy()(to, from, byteLength);
}

function bindMemcpy(): Memcpy {
  const library = openRawLibrary(process.platform === "win32" ? "msvcrt.dll" : null);
  return library.bind("memcpy", "address", ["address", "address", "uint64"]).async;
}
