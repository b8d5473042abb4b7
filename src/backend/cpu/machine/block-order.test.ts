import { expect, it } from "vitest";
import { ASCENDING, blockOrder } from "./block-order.js";

const listed = (total: number, order: number): number[] =>
  Array.from({ length: total }, (_, position) => blockOrder(total, order)(position));

it("every block has one position, whatever the order", () => {
  for (const total of [1, 2, 3, 7, 12, 64, 100, 1009]) {
    for (const order of [ASCENDING, 2, 77, 123_456_789]) {
      expect(listed(total, order).toSorted((a, b) => a - b)).toEqual(listed(total, ASCENDING));
    }
  }
});

it("seeds draw other orders, and the same one each time", () => {
  expect(listed(6, ASCENDING)).toEqual([0, 1, 2, 3, 4, 5]);
  const drawn = new Set(Array.from({ length: 20 }, (_, seed) => listed(32, seed + 2).join(" ")));
  expect(drawn.size).toBeGreaterThan(15);
  expect(listed(32, 9)).toEqual(listed(32, 9));
});

it("more blocks than products of exact numbers allow", () => {
  const order = blockOrder(2 ** 31 - 1, 42);
  const at = Array.from({ length: 1000 }, (_, i) => order(2 ** 31 - 2 - i));
  expect(new Set(at).size).toBe(1000);
  expect(Math.max(...at)).toBeLessThan(2 ** 31 - 1);
});
