// What lists of values become: which dtype, what is refused because it would be lost, and hints that help when they are followed.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";

describe("values of several kinds", () => {
  it("are integers where some are bigints, and the others booleans", async () => {
    const x = cu.array([
      [false, -5n],
      [7n, true],
    ]);
    expect([x.dtype, await x.tolist()]).toEqual([
      "int64",
      [
        [0n, -5n],
        [7n, 1n],
      ],
    ]);
  });

  it("are numbers of the dtype that is asked for", async () => {
    expect(await cu.asarray([true, 5], { dtype: "int32" }).tolist()).toEqual([1, 5]);
    expect(await cu.asarray([[true], [false]], { dtype: "float32" }).tolist()).toEqual([[1], [0]]);
    expect(await cu.asarray([5n, 0.5, true], { dtype: "float64" }).tolist()).toEqual([5, 0.5, 1]);
    expect(await cu.array([1n, { re: 0, im: 1 }], { dtype: "complex64" }).tolist()).toEqual([
      { re: 1, im: 0 },
      { re: 0, im: 1 },
    ]);
    expect(() => cu.array([2n ** 53n + 1n], { dtype: "float64" })).toThrow("Try: Number(value)");
  });

  it("are true as booleans unless they are 0, as those of typed arrays are", async () => {
    const values = [5, 0, -0, 0.5, Number.NaN, true, false, 2n, 0n];
    const expected = [true, false, false, true, true, true, false, true, false];
    expect(await cu.array(values, { dtype: "bool" }).tolist()).toEqual(expected);
    expect(await cu.asarray([[5], [0]], { dtype: "bool" }).tolist()).toEqual([[true], [false]]);
    expect(await cu.array(Float32Array.of(5, 0.5, 0), { dtype: "bool" }).tolist()).toEqual([
      true,
      true,
      false,
    ]);
    expect(() => cu.array([{ re: 1, im: 0 }], { dtype: "bool" })).toThrow("it must be true, false, 0 or 1");
  });

  it.each([
    ["a number and a boolean", [0, false]],
    ["a bigint and a fraction", [1n, 2.5]],
    ["a bigint and a complex number", [1n, { re: 1, im: 2 }]],
    ["integers that float32 rounds", [16777217, 1]],
    ["integers that int32 has not either", [16777217, 3e9]],
  ])("have a hint that works: %s", (_, values) => {
    const hint = /Try: \{ dtype: "(\w+)" \}/.exec(messageOf(() => cu.array(values)))?.[1];
    expect(cu.array(values, { dtype: hint as "float64" }).shape).toEqual([2]);
  });
});

describe("integers that float32 cannot hold", () => {
  it.each([
    ["array", () => cu.array([16777217])],
    ["full", () => cu.full([2], 16777217)],
    ["arange", () => cu.arange(16777216, 16777222)],
    ["arange downwards", () => cu.arange(-16777210, -16777222, -1)],
  ])("are refused by %s without a dtype", (_, make) => {
    expect(messageOf(make)).toContain('Try: { dtype: "int32" }');
  });

  it("are rounded among fractions, in an explicit float32, and beyond what integers of doubles are", async () => {
    expect(await cu.array([16777217, 0.5]).tolist()).toEqual([16777216, 0.5]);
    expect(await cu.array([16777217], { dtype: "float32" }).item()).toBe(16777216);
    expect(await cu.array([1e30]).item()).toBe(Math.fround(1e30));
    expect(await cu.arange(16777216, 16777222, 2).tolist()).toEqual([16777216, 16777218, 16777220]);
  });
});

describe("asarray", () => {
  it("copies where it is told to", async () => {
    const x = cu.array([1, 2]);
    cu.asarray(x, { copy: true }).fill(9);
    expect(await x.tolist()).toEqual([1, 2]);
    cu.asarray(x, { copy: false }).fill(9);
    expect(await x.tolist()).toEqual([9, 9]);
    expect(() => cu.asarray(x, { copy: false, dtype: "int32" })).toThrow("without a copy");
    expect(() => cu.asarray([1], { copy: false })).toThrow("(got [1])");
  });

  it("joins arrays without axes, of which gradients are known", async () => {
    const x = cu.array([1, 2]);
    const joined = cu.asarray([[x.max()], [3]]);
    expect([joined.dtype, await joined.tolist()]).toEqual(["float32", [[2], [3]]]);
    expect(cu.asarray([x.max(), cu.array(1n)]).dtype).toBe("float64");
    expect(() => cu.asarray([x.max(), x])).toThrow("Try: cu.stack(arrays)");
  });
});

describe("linspace", () => {
  it("takes complex numbers", async () => {
    const x = cu.linspace({ re: 0, im: 0 }, { re: 1, im: 2 }, 3);
    expect(x.dtype).toBe("complex64");
    expect(await x.tolist()).toEqual([
      { re: 0, im: 0 },
      { re: 0.5, im: 1 },
      { re: 1, im: 2 },
    ]);
    const open = cu.linspace(0, { re: 0, im: 2 }, 2, { endpoint: false, dtype: "complex128" });
    expect(await open.tolist()).toEqual([
      { re: 0, im: 0 },
      { re: 0, im: 1 },
    ]);
  });
});

function messageOf(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

it("item() of several elements says how one is read, for as many axes as there are", () => {
  expect(() => cu.zeros([2]).itemSync()).toThrow("Try: x.item(0), or x.tolist()");
  expect(() => cu.zeros([2, 3]).itemSync()).toThrow("Try: x.item(0, 0), or x.tolist()");
  expect(() => cu.zeros([0, 3]).itemSync()).toThrow("Try: x.tolist()");
});
