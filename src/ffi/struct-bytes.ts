// Structs as bytes, laid out as C does it on this machine: for functions that are not called by koffi.

import type { Codec } from "./field-codecs.js";
import { koffi } from "./koffi.js";

/** The size of a struct, in bytes. */
export function structByteLength({ koffiType }: Codec): number {
  return koffi().sizeof(koffiType);
}

/** The bytes of a struct that its codec has checked (`toNative`). */
export function bytesOfStruct({ koffiType }: Codec, native: unknown): Uint8Array {
  const bytes = new Uint8Array(koffi().sizeof(koffiType));
  koffi().encode(bytes, koffiType, native);
  return bytes;
}

/** Reads the bytes of a struct into the object that its codec's `fromNative` takes. */
export function structOfBytes({ koffiType }: Codec, bytes: Uint8Array): object {
  return koffi().decode(bytes, koffiType) as object;
}
