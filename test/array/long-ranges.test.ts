// Long ranges are computed by the device: the numbers are those that JavaScript computes.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const length = 2 ** 20 + 5;

describe.each([
  ["float32", Float32Array],
  ["float64", Float64Array],
  ["int8", Int8Array],
  ["uint16", Uint16Array],
  ["int32", Int32Array],
] as const)("a long range of %s", (dtype, TypedArray) => {
  it.each([
    [0, 1],
    [3.7, 0.1],
    [5e5, -0.3],
    [-(2 ** 62), 2 ** 50],
  ])("from %d by %d", async (start, step) => {
    using x = cu.arange(start, start + length * step, step, { dtype, device: "cpu" });
    const expected = new TypedArray(x.size);
    for (let i = 0; i < expected.length; i++) expected[i] = start + i * step;
    expect(x.size).toBeGreaterThan(2 ** 20);
    expect(Buffer.from((await x.data()).buffer).equals(Buffer.from(expected.buffer))).toBe(true);
  });
});

it.each(["int64", "uint64", "float16", "bfloat16", "complex64", "complex128"] as const)(
  "a long range of %s begins as a short one",
  async (dtype) => {
    const [start, step] = [3.7, 0.1];
    using long = cu.arange(start, start + length * step, step, { dtype, device: "cpu" });
    using short = cu.arange(start, start + 1000 * step, step, { dtype, device: "cpu" });
    using beginning = long.slice(`:${short.size}`);
    expect(await beginning.data()).toEqual(await short.data());
  },
);

it("the last of long evenly spaced numbers is the one asked for; integers are rounded down", async () => {
  using x = cu.linspace(0, 0.7, length, { device: "cpu", dtype: "float64" });
  const step = 0.7 / (length - 1);
  expect(await x.item(length - 1)).toBe(0.7);
  expect(await x.item(length - 2)).toBe((length - 2) * step);
  using whole = cu.linspace(-10, 0, length, { device: "cpu", dtype: "int32" });
  expect([await whole.item(1), await whole.item(length - 2), await whole.item(length - 1)]).toEqual([
    -10, -1, 0,
  ]);
});

it("numbers that a long range cannot hold are an error", () => {
  expect(() => cu.arange(-1, length, 1, { dtype: "uint64", device: "cpu" })).toThrow(RangeError);
});
