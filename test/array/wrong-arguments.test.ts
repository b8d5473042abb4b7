// Arguments that are wrong in kind, as JavaScript can pass them: each is an error with a code, and none of CuTS's own slips.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";

type Loose = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
const cyclic: unknown[] = [];
cyclic.push(cyclic);
const loose = cu as unknown as Loose;
const x = cu.ones([2, 2]);
const method = (name: string, ...args: readonly unknown[]): unknown =>
  (x as unknown as Record<string, (...args: readonly unknown[]) => unknown>)[name]?.(...args);

async function codeOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return (error as { readonly code?: unknown }).code;
  }
  return undefined;
}

describe("wrong arguments", () => {
  it.each([
    ["add", "CUTS_OPERAND", [x, [1, 2]]],
    ["add", "CUTS_OPERAND", [x, null]],
    ["add", "CUTS_OPERAND", [x, { re: 1 }]],
    ["add", "CUTS_OUT", [x, 1, { out: new Float32Array(4) }]],
    ["conj", "CUTS_OPERAND", [x, { out: 5 }]],
    ["clip", "CUTS_OPERAND", [1, 2, x]],
    ["clip", "CUTS_OPERAND", [x, { min: 1 }]],
    ["where", "CUTS_OPERAND", [x, x]],
    ["round", "CUTS_OPERAND", [[1.5]]],
    ["take", "CUTS_INDEX", [x, new Float32Array([0, 1])]],
    ["take", "CUTS_INDEX", [x, [new Float64Array([0, 1])]]],
    ["array", "CUTS_MIXED_VALUES", [[new Float64Array(2), new Int32Array(2)]]],
    ["array", "CUTS_MIXED_VALUES", [[new Float64Array(2), [1, 2]]]],
    ["reshape", "CUTS_OPERAND", [[1, 2], 2]],
    ["swapaxes", "CUTS_OPERAND", [null, 0, 1]],
    ["zerosLike", "CUTS_OPERAND", [[1, 2]]],
    ["flipud", "CUTS_OPERAND", [undefined]],
    ["isin", "CUTS_OPERAND", [x, [1]]],
    ["cumulativeSum", "CUTS_OPERAND", ["a"]],
    ["pad", "CUTS_PAD", [x, null]],
    ["partition", "CUTS_K", [x, {}]],
    ["roll", "CUTS_ROLL", [x, 3n]],
    ["arraySplit", "CUTS_SPLIT", [x, 1e9]],
    ["fromFunction", "CUTS_FUNCTION", [5, [2]]],
    ["linspace", "CUTS_NOT_A_NUMBER", ["a", 1]],
    ["promoteTypes", "CUTS_UNKNOWN_DTYPE", ["float33", "int8"]],
    ["isdtype", "CUTS_DTYPE_KIND", ["float32", undefined]],
    ["isdtype", "CUTS_DTYPE_KIND", ["float32", cyclic]],
    ["parseNpy", "CUTS_NPY_BYTES", [new ArrayBuffer(8)]],
    ["formatNpz", "CUTS_OPERAND", [null]],
    ["elementwise", "CUTS_SIGNATURE", [5, "y = x"]],
    ["elementwise", "CUTS_CODE", ["T x -> T y"]],
    ["reduction", "CUTS_CODE", ["T x -> T y", "x", "a + b", "y = a"]],
  ])("%s is refused with %s", async (name, code, args) => {
    expect(await codeOf(() => loose[name]?.(...args))).toBe(code);
  });

  it("are refused by methods too", async () => {
    expect(await codeOf(() => method("mul", "2"))).toBe("CUTS_OPERAND");
    expect(await codeOf(() => method("addInplace", [1, 2]))).toBe("CUTS_OPERAND");
    expect(await codeOf(() => method("astype", "float33"))).toBe("CUTS_UNKNOWN_DTYPE");
  });

  it("are not the bounds of clip that no element can be beyond", async () => {
    const small = cu.array([1, 5, 9], { dtype: "uint8" });
    expect(await small.clip(-1, 300).tolist()).toEqual([1, 5, 9]);
    expect(await small.clip(-1, 5).tolist()).toEqual([1, 5, 5]);
    expect(await codeOf(() => small.clip(300, null))).toBe("CUTS_INTEGER_RANGE");
  });
});
