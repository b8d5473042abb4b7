// What only the array API standard asks for: limits and kinds of dtypes, sets, running sums with a first element.
import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

describe("dtypes", () => {
  it("tells limits as NumPy does", () => {
    expect(cu.finfo("float32")).toMatchObject({ bits: 32, eps: 2 ** -23, max: 3.4028234663852886e38 });
    expect(cu.finfo("float64")).toMatchObject({ eps: Number.EPSILON, max: Number.MAX_VALUE });
    expect(cu.finfo("float16")).toMatchObject({ max: 65504, smallestNormal: 2 ** -14 });
    expect(cu.finfo("complex64").dtype).toBe("float32");
    expect(cu.iinfo("int8")).toMatchObject({ bits: 8, min: -128n, max: 127n });
    expect(cu.iinfo("uint64").max).toBe(2n ** 64n - 1n);
    expect(() => cu.finfo("int32")).toThrow(/float or complex/);
    expect(() => cu.iinfo("bool")).toThrow(/integer dtype/);
  });

  it("knows kinds, casts and results", () => {
    expect(cu.isdtype("int8", "signed integer")).toBe(true);
    expect(cu.isdtype("uint8", ["float32", "integral"])).toBe(true);
    expect(cu.isdtype("bool", "numeric")).toBe(false);
    expect(cu.canCast("int32", "float64")).toBe(true);
    expect(cu.canCast("int32", "float32")).toBe(false);
    expect(cu.resultType("int32", "float32")).toBe("float64");
    expect(cu.resultType("float32", 2.5)).toBe("float32");
    expect(cu.resultType("int8", true, 1.5)).toBe("float64");
    expect(() => cu.resultType(1, 2)).toThrow(/at least one operand/);
  });
});

describe("sets", () => {
  it("tells membership, in a dtype that keeps both", async () => {
    using x = cu.array([
      [1, 2],
      [Number.NaN, 3],
    ]);
    using values = cu.array([3, 1, Number.NaN]);
    using found = cu.isin(x, values);
    expect(await found.tolist()).toEqual([
      [true, false],
      [false, true],
    ]);
    using not = cu.isin(x, values, { invert: true });
    expect(await not.tolist()).toEqual([
      [false, true],
      [true, false],
    ]);
    using zeros = cu.array([0, -0, 0.5]);
    expect(await cu.isin(zeros, cu.array([-0])).tolist()).toEqual([true, true, false]);
    expect(await cu.isin(cu.array([1, 2, 3], { dtype: "int8" }), cu.array([2, Number.NaN])).tolist()).toEqual(
      [false, true, false],
    );
    using many = cu.arange(30_000, { dtype: "int32" });
    using thirds = many.mul(3);
    expect(await cu.isin(many, thirds).sum().item()).toBe(10_000n);
    expect(() => cu.isin(cu.ones([1], { dtype: "complex64" }), x)).toThrow(/not defined for complex/);
    using none = cu.isin(x, cu.zeros([0]));
    expect(await none.any().item()).toBe(false);
    using large = cu.array([2n ** 53n + 1n], { dtype: "int64" });
    expect(await cu.isin(large, cu.array([2n ** 53n], { dtype: "int64" })).tolist()).toEqual([false]);
  });

  it("gives parts of what uniqueAll tells", async () => {
    using x = cu.array([2, 1, 2, 2], { dtype: "int32" });
    const { values, counts } = await cu.uniqueCounts(x);
    expect([await values.tolist(), await counts.tolist()]).toEqual([
      [1, 2],
      [1n, 3n],
    ]);
    const { inverse } = await cu.uniqueInverse(x);
    expect(await inverse.tolist()).toEqual([1n, 0n, 1n, 1n]);
    expect(await (await cu.uniqueValues(x)).tolist()).toEqual([1, 2]);
  });

  it.each(["float16", "float32", "float64"] as const)("keeps NaN of %s apart", async (dtype) => {
    const x = cu.array([Number.NaN, 1, Number.NaN, 1], { dtype });
    const { values, indices, inverse, counts } = await cu.uniqueAll(x);
    expect(await values.tolist()).toEqual([1, Number.NaN, Number.NaN]);
    expect(await cu.stack([counts, indices]).tolist()).toEqual([
      [2n, 1n, 1n],
      [1n, 0n, 2n],
    ]);
    expect(await inverse.tolist()).toEqual([1n, 0n, 2n, 0n]);
    expect(await (await cu.uniqueValues(x)).tolist()).toEqual([1, Number.NaN, Number.NaN]);
    expect(await (await cu.unique(x)).tolist()).toEqual([1, Number.NaN]);
  });

  it("keeps complex NaN apart", async () => {
    const z = [Number.NaN, 1, Number.NaN].map((im) => ({ re: 1, im }));
    const x = cu.array(z);
    expect(await (await cu.uniqueCounts(x)).counts.tolist()).toEqual([1n, 1n, 1n]);
    expect((await cu.uniqueValues(x)).shape).toEqual([3]);
    expect((await cu.unique(x)).shape).toEqual([2]);
  });

  it("compares with one number", async () => {
    const x = cu.array([1, 2, 255], { dtype: "uint8" });
    expect(await cu.isin(x, 1).tolist()).toEqual([true, false, false]);
    expect(await cu.isin(x, -1).tolist()).toEqual([false, false, false]);
    expect(await cu.isin(x, 255n, { invert: true }).tolist()).toEqual([true, true, false]);
    expect(await cu.isin(2, x).tolist()).toBe(true);
    expect(await cu.isin(x, 1.5).tolist()).toEqual([false, false, false]);
  });
});

describe("running sums", () => {
  it("begins with the neutral element where asked", async () => {
    using x = cu.array([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(await cu.cumulativeSum(x, { axis: 1, includeInitial: true }).tolist()).toEqual([
      [0, 1, 3, 6],
      [0, 4, 9, 15],
    ]);
    expect(await cu.cumulativeProd(x, { axis: 0, includeInitial: true }).tolist()).toEqual([
      [1, 1, 1],
      [1, 2, 3],
      [4, 10, 18],
    ]);
    expect(await cu.cumulativeSum(cu.array([1, 2])).tolist()).toEqual([1, 3]);
    expect(() => cu.cumulativeSum(x)).toThrow(/needs \{ axis \}/);
  });
});
