import { describe, expect, it } from "vitest";
import { Random } from "./random.js";

describe("Random", () => {
  it("repeats itself for a seed and differs between seeds", () => {
    expect(new Random(1).words(20)).toEqual(new Random(1).words(20));
    expect(new Random(1).words(20)).not.toEqual(new Random(2).words(20));
  });

  it("stays within its range and reaches both ends", () => {
    const values = new Random(3).integers(1000, -2, 3);
    expect(new Set(values)).toEqual(new Set([-2, -1, 0, 1, 2]));
    const floats = new Random(4).floats(1000, 5, 6);
    expect(floats.every((v) => v >= 5 && v <= 6)).toBe(true);
  });

  it("permutes without loss", () => {
    const order = new Random(5).permutation(100);
    expect(order.toSorted()).toEqual(Int32Array.from({ length: 100 }, (_, i) => i));
    expect(order).not.toEqual(order.toSorted());
  });
});
