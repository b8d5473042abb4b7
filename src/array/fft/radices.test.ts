import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packRadices, radicesOf, smoothLength, splitLength } from "./radices.js";
import { transformTable, writeTurn } from "./turns.js";

const product = (factors: readonly number[]): number => factors.reduce((all, factor) => all * factor, 1);

describe("radices", () => {
  it("multiply to the length, or a prime factor is too large", () => {
    for (let length = 1; length <= 5000; length++) {
      const radices = radicesOf(length);
      let rest = length;
      for (let prime = 2; prime <= 31; prime++) while (rest % prime === 0) rest /= prime;
      expect(radices === undefined).toBe(rest !== 1);
      if (radices !== undefined) expect(product(radices)).toBe(length);
    }
  });

  it("are packed from the lowest bits up", () => {
    expect(packRadices([3, 8, 4])).toBe(3n | (8n << 5n) | (4n << 10n));
    expect(packRadices([])).toBe(0n);
  });

  it("of powers of two are eights and fours", () => {
    expect(radicesOf(1024)).toEqual([8, 8, 4, 4]);
    expect(radicesOf(512)).toEqual([8, 8, 8]);
    expect(radicesOf(2)).toEqual([2]);
  });
});

describe("lengths", () => {
  it("for convolutions are long enough, split, and are multiples of eight", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 24 }), (least) => {
        const length = smoothLength(least);
        expect(length).toBeGreaterThanOrEqual(least);
        expect(length % 8).toBe(0);
        expect(radicesOf(length)).toBeDefined();
      }),
    );
  });

  it("split into factors that a pass does", () => {
    expect(splitLength(2 ** 20, 2048)).toEqual([1024, 1024]);
    expect(splitLength(2 ** 24, 2048)).toEqual([256, 256, 256]);
    expect(splitLength(10_007, 2048)).toBeUndefined();
    const factors = splitLength(3 * 7 * 10_000, 512) ?? [];
    expect(product(factors)).toBe(210_000);
    expect(Math.max(...factors)).toBeLessThanOrEqual(512);
  });
});

describe("turns", () => {
  it("are on the circle to the last bit, and exact at its quarters", () => {
    const turn = new Float64Array(2);
    for (const n of [1, 2, 3, 4, 8, 12, 37, 1000]) {
      for (let k = 0; k < 2 * n; k++) {
        writeTurn(k, n, turn, 0);
        // Angles of up to two turns have as much error themselves.
        expect(Math.abs((turn[0] as number) - Math.cos((2 * Math.PI * k) / n))).toBeLessThan(4e-15);
        expect(Math.abs((turn[1] as number) + Math.sin((2 * Math.PI * k) / n))).toBeLessThan(4e-15);
        expect(Math.abs(Math.hypot(...turn) - 1)).toBeLessThan(3e-16);
      }
    }
    writeTurn(3, 4, turn, 0);
    expect([...turn].map((value) => value + 0)).toEqual([0, 1]);
  });

  it("transform tables", () => {
    const [re, im] = [Float64Array.of(1, 2, 3, 4, 5, 6), new Float64Array(6)];
    transformTable(re, im);
    expect(re[0]).toBeCloseTo(21, 12);
    expect(re[3]).toBeCloseTo(-3, 12);
    expect(im[1]).toBeCloseTo(3 * Math.sqrt(3), 12);
  });
});
