// Runs before each test file: `toEqual` takes typed arrays with the same bytes as equal at once. Element by element, as it compares
// what differs, long arrays were half of the time of some files.

import { expect } from "vitest";

expect.addEqualityTesters([
  (a: unknown, b: unknown): true | undefined => {
    if (!isTypedArray(a) || !isTypedArray(b) || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b))
      return undefined;
    return bytesOf(a).equals(bytesOf(b)) || undefined;
  },
]);

function isTypedArray(value: unknown): value is NodeJS.TypedArray {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
