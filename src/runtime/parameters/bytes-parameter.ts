// Parameters that are passed as raw bytes: structs, and other types whose layout only the compiler knows.

import { outOfRange, type Place, wrongType } from "../../ffi/converter.js";
import { formatValue } from "../../core/text.js";
import { bytesOf } from "../memory/element-data.js";
import type { ParameterWriter } from "./parameter-writer.js";

/** The bytes of a value. @throws TypeError for anything else: a number could be stored in several ways. */
function valueBytes(value: unknown, place: Place): Uint8Array {
  if (ArrayBuffer.isView(value)) return bytesOf(value);
  if (isBytes(value)) return new Uint8Array(value as ArrayBufferLike);
  throw wrongType(
    "CUTS_ARGUMENT_TYPE",
    place,
    "only the compiler knows this type, so it must be given as its bytes",
    value,
    "a Uint8Array, or a DataView of a struct's fields",
  );
}

/** Throws unless there are exactly as many bytes as the type has. */
export function checkByteLength(value: unknown, got: number, expected: number, place: Place): void {
  if (got === expected) return;
  const rule = `it must have exactly ${expected} bytes`;
  throw outOfRange("CUTS_ARGUMENT_LENGTH", place, rule, `${got} in ${formatValue(value)}`);
}

/** Whether a value is given as its bytes. */
export function isBytes(value: unknown): value is ArrayBufferView | ArrayBufferLike {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof SharedArrayBuffer;
}

/** The writer of a value given as bytes. Without `byteLength` the caller checks the size. */
export function bytesWriter(place: Place, byteLength?: number): ParameterWriter {
  return (view, offset, value) => {
    const bytes = valueBytes(value, place);
    if (byteLength !== undefined) checkByteLength(value, bytes.byteLength, byteLength, place);
    new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(bytes, offset);
  };
}
