import { describe, expect, it } from "vitest";
import { digestOf } from "./digest.js";
import { sweepIsDue } from "./eviction.js";

describe("sweepIsDue", () => {
  it("comes once per 1/64 of the limit on average, however small the entries", () => {
    const maxByteLength = 64 * 1_000_000;
    for (const byteLength of [1_000, 10_000, 100_000]) {
      const stores = 50_000_000 / byteLength;
      let sweeps = 0;
      for (let i = 0; i < stores; i++) {
        if (sweepIsDue(digestOf(`${byteLength} ${i}`), byteLength, maxByteLength)) sweeps++;
      }
      // 50 expected; the standard deviation is about 7, and the keys are fixed, so this does not flicker.
      expect(sweeps).toBeGreaterThan(25);
      expect(sweeps).toBeLessThan(75);
    }
  });

  it("is certain for an entry that is a large part of the limit", () => {
    for (let i = 0; i < 100; i++) expect(sweepIsDue(digestOf(`${i}`), 1_000, 64_000)).toBe(true);
  });
});
