import { expect, it } from "vitest";
import { areSameBytes, concatBytes } from "./bytes.js";

it("parts are put together in order, empty ones too", () => {
  const parts = [Uint8Array.of(1, 2), new Uint8Array(0), Uint8Array.of(3)];
  expect(concatBytes(parts)).toEqual(Uint8Array.of(1, 2, 3));
  expect(concatBytes([])).toEqual(new Uint8Array(0));
});

it("bytes are the same where lengths and all bytes are", () => {
  expect(areSameBytes(Uint8Array.of(1, 2), Uint8Array.of(0, 1, 2).subarray(1))).toBe(true);
  expect(areSameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
  expect(areSameBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false);
});
