// Sorting and counting from the outside: what the NumPy table does not show. Large arrays, what waits for a size, errors.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";

/** Numbers of 31 bits that are the same in every run. */
function noise(count: number): Int32Array {
  let state = 99;
  return Int32Array.from(
    { length: count },
    () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff),
  );
}

describe("sorts of many elements", () => {
  const values = noise(100_003);

  it("are those of JavaScript", async () => {
    const x = cu.array(values);
    expect(await x.sort().data()).toEqual(values.toSorted());
    expect(await x.sort({ descending: true }).data()).toEqual(values.toSorted().toReversed());
    const f = Float64Array.from(values, (one) => (one - 2 ** 30) / 7);
    expect(await cu.array(f).sort().data()).toEqual(f.toSorted());
  });

  it("keep equal elements in order", async () => {
    const few = values.map((one) => one >> 24);
    const order = await cu.array(few).argsort().data();
    const expected = Array.from(few.keys()).sort((a, b) => (few[a] as number) - (few[b] as number) || a - b);
    expect(Array.from(order, Number)).toEqual(expected);
  });

  it("take their axis alone", async () => {
    const x = cu.array([
      [3, 1],
      [2, 4],
    ]);
    expect(await x.sort(0).tolist()).toEqual([
      [2, 1],
      [3, 4],
    ]);
    expect(await x.sort(null).tolist()).toEqual([1, 2, 3, 4]);
    expect(await x.argsort(0).tolist()).toEqual([
      [1n, 0n],
      [0n, 1n],
    ]);
    expect(await x.partition(0, 0).tolist()).toEqual(await x.sort(0).tolist());
    expect(await cu.topk(x, 1, 0).values.tolist()).toEqual([[3, 4]]);
    expect(() => x.sort("0" as never)).toThrow("the axis alone");
  });

  it("go along every axis", async () => {
    const x = cu.array(values).slice(":100000").reshape(2000, 50);
    const sorted = await x.sort({ axis: 0 }).data();
    for (const column of [0, 17, 49]) {
      const own = Int32Array.from({ length: 2000 }, (_, row) => values[row * 50 + column] as number).sort();
      expect(Int32Array.from({ length: 2000 }, (_, row) => sorted[row * 50 + column] as number)).toEqual(own);
    }
  });
});

describe("what waits for a size", () => {
  it("finds different elements, where they are and how many", async () => {
    const x = cu.array([
      [3, 1, Number.NaN],
      [-0, 3, 0],
      [Number.NaN, 1, 3],
    ]);
    const { values, indices, inverse, counts } = await cu.uniqueAll(x);
    // As np.unique_all(x) gives it.
    expect(await values.tolist()).toEqual([0, 1, 3, Number.NaN, Number.NaN]);
    expect(await indices.tolist()).toEqual([3n, 1n, 0n, 2n, 6n]);
    expect(await inverse.tolist()).toEqual([
      [2n, 1n, 3n],
      [0n, 2n, 0n],
      [4n, 1n, 2n],
    ]);
    expect(await counts.tolist()).toEqual([2n, 2n, 3n, 1n, 1n]);
    expect((await cu.unique(cu.zeros([0]))).shape).toEqual([0]);
    expect(await (await cu.unique(cu.array([true, false, true]))).tolist()).toEqual([false, true]);
  });

  it("finds different slices, all NaN as one", async () => {
    const rows = cu.array([
      [1, Number.NaN],
      [0, 2],
      [1, Number.NaN],
      [-0, 2],
    ]);
    const finding = cu.uniqueAll(rows, 0);
    rows.fill(7);
    rows.dispose();
    const { values, indices, inverse, counts } = await finding;
    expect(await values.tolist()).toEqual([
      [0, 2],
      [1, Number.NaN],
    ]);
    expect(await indices.tolist()).toEqual([1n, 0n]);
    expect(await inverse.tolist()).toEqual([1n, 0n, 1n, 0n]);
    expect(await counts.tolist()).toEqual([2n, 2n]);
    const z = cu.array([
      { re: 1, im: Number.NaN },
      { re: 1, im: 0 },
      { re: Number.NaN, im: 1 },
    ]);
    expect(await (await cu.uniqueCounts(z)).counts.tolist()).toEqual([1n, 1n, 1n]);
    await expect(cu.unique(z, { axis: 1 })).rejects.toThrow("axis");
  });

  it("finds them among many", async () => {
    const values = noise(50_000).map((one) => one >> 21);
    const expected = [...new Set(values)].sort((a, b) => a - b);
    const { values: found, counts } = await cu.uniqueAll(cu.array(values));
    expect(Array.from(await found.data())).toEqual(expected);
    expect(await counts.sum().item()).toBe(50_000n);
  });

  it("counts small integers", async () => {
    const x = cu.array([1, 3, 1, 0, 5], { dtype: "int32" });
    // np.bincount(x), np.bincount(x, minlength=8), np.bincount(x, weights=…)
    expect(await (await cu.bincount(x)).tolist()).toEqual([1n, 2n, 0n, 1n, 0n, 1n]);
    expect((await cu.bincount(x, { minlength: 8 })).shape).toEqual([8]);
    const weights = cu.array([0.5, 1, 2, 4, 8]);
    expect(await (await cu.bincount(x, { weights })).tolist()).toEqual([4, 2.5, 0, 1, 0, 8]);
    await expect(cu.bincount(cu.array([-1], { dtype: "int32" }))).rejects.toThrow("at least 0 (got -1)");
    await expect(cu.bincount(cu.zeros([2]))).rejects.toThrow("a vector of integers");
  });
});

describe("zeros of both signs", () => {
  it("are equal and keep their order, in short and long rows, up and down", async () => {
    const zeros = [0, -0, -0, 0];
    for (const dtype of ["float16", "float32", "float64"] as const)
      for (const n of [4, 100, 3000]) {
        const values = Array.from({ length: n }, (_, i) =>
          i % 3 === 0 ? ((i * 7) % 5) - 2 : (zeros[i % 4] as number),
        );
        const x = cu.array(values, { dtype });
        for (const descending of [false, true]) {
          const order = x.argsort({ descending });
          const sorted = await x.sort({ descending }).tolist();
          expect(sorted).toEqual(values.toSorted((a, b) => (descending ? b - a : a - b)));
          expect(sorted).toEqual(await x.take(order).tolist());
          const top = cu.topk(x, n, { largest: descending });
          expect(await top.values.tolist()).toEqual(sorted);
          expect(await top.indices.tolist()).toEqual(await order.tolist());
        }
      }
    expect(await (await cu.unique(cu.array([-0, 0, -0]))).tolist()).toEqual([0]);
  });

  it("are no numbers of another dtype", async () => {
    const x = cu.array([0, -1, 0, -1], { dtype: "int32" });
    expect(await x.sort().tolist()).toEqual([-1, -1, 0, 0]);
    const y = cu.array([2 ** 31, 2 ** 31 - 1], { dtype: "uint32" });
    expect(await y.sort().tolist()).toEqual([2 ** 31 - 1, 2 ** 31]);
  });
});

describe("a single value", () => {
  it("has no axis to sort along", () => {
    for (const sort of [
      () => cu.array(5).sort(),
      () => cu.array(5).argsort(),
      () => cu.array(5).sort({ axis: -1 }),
    ])
      expect(sort).toThrow(expect.objectContaining({ code: "CUTS_AXIS" }));
    expect(cu.array(5).sort(null).shape).toEqual([1]);
  });
});

describe("histograms", () => {
  it("need a finite range", async () => {
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const { counts, edges } = cu.histogram(cu.array([1, wrong, 2]));
      await expect(counts.data()).rejects.toThrow("the values must have a finite range");
      await expect(edges.data()).rejects.toEqual(expect.objectContaining({ code: "CUTS_BINS" }));
      const given = cu.histogram(cu.array([1, wrong, 2]), { bins: 2, range: [0, 2] });
      expect(await given.counts.tolist()).toEqual([0n, 2n]);
    }
    expect(await cu.histogram(cu.array([]), { bins: 1 }).counts.tolist()).toEqual([0n]);
  });

  it("count every element of a large array once", async () => {
    const x = cu.array(noise(100_000)).astype("float32");
    const { counts, edges } = cu.histogram(x, { bins: 64 });
    expect(await counts.sum().item()).toBe(100_000n);
    expect(edges.shape).toEqual([65]);
  });

  it("take edges in lists and arrays, and count what lies on the last one", async () => {
    const x = cu.array([0, 1, 1.5, 3, 3, Number.NaN, 4, Number.POSITIVE_INFINITY]);
    const { counts, edges } = cu.histogram(x, { bins: [1, 2, 3] });
    expect([await counts.tolist(), edges.dtype]).toEqual([[2n, 2n], "float64"]);
    const again = cu.histogram(x, { bins: cu.array([1, Number.POSITIVE_INFINITY]), density: true });
    expect([await again.counts.tolist(), again.edges.dtype]).toEqual([[0], "float32"]);
  });
});

describe("searches", () => {
  it("by the order that sorts", async () => {
    const x = cu.array([3, 1, 2]);
    expect(await x.searchsorted(cu.array([1, 2.5]), { sorter: x.argsort() }).tolist()).toEqual([0n, 2n]);
    expect(await cu.searchsorted(x, 2.5, { sorter: [1, 2, 0], side: "right" }).item()).toBe(2n);
  });
});

describe("refusals", () => {
  it("name the rule", () => {
    const x = cu.arange(4);
    expect(() => cu.topk(x, 5)).toThrow("between 0 and 4");
    expect(() => cu.quantile(x, 1.5)).toThrow(
      "q must be a number between 0 and 1, or a list of such (got 1.5)",
    );
    expect(() => cu.quantile(x, x as unknown as number)).toThrow(
      "or a list of such (got NDArray float32[4])",
    );
    expect(() => cu.percentile(x, [101])).toThrow("between 0 and 100");
    expect(() => cu.median(cu.zeros([0]))).toThrow("Cannot compute median");
    expect(() => cu.topk(cu.zeros([2], { dtype: "complex64" }), 1)).toThrow(
      "not defined for complex numbers",
    );
    expect(() => cu.searchsorted(x.reshape(2, 2), x)).toThrow("must have one axis");
    expect(() => cu.histogram(x, { bins: 0 })).toThrow("bins must be a whole number");
    expect(() => cu.histogram(x, { bins: [2, 1] })).toThrow("must go upwards (got [2, 1])");
    expect(() => cu.histogram(x, { bins: [0, Number.NaN] })).toThrow("must go upwards");
    expect(() => cu.histogram(x, { bins: x.reshape(2, 2) })).toThrow("(got float32[2, 2] on cpu)");
    expect(() => cu.quantile(x, 0.5, { method: "middle" as "linear" })).toThrow(
      "the method must be one of linear, lower",
    );
    expect(() => cu.searchsorted(x, 1, { side: "up" as "left" })).toThrow(
      'must be "left" or "right" (got "up")',
    );
    expect(() => x.partition(4)).toThrow("between -4 and 3");
  });

  it("partition puts elements where sorting does", async () => {
    expect((await cu.array([3, 1, 2]).partition(1).tolist()) as number[]).toEqual([1, 2, 3]);
  });
});
