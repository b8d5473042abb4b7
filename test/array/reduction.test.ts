// Reductions from the outside: what the NumPy table does not show. Accuracy against float64, large arrays that are cut into
// parts, `out`, bfloat16, scopes, errors.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { scope } from "../../src/runtime/lifetimes/scope.js";

/** Numbers between 0 and 1 that are the same in every run. */
function noise(count: number): Float32Array {
  let state = 12345;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  });
}

describe("accuracy", () => {
  const values = noise(1_000_003);
  const exact = values.reduce((sum, one) => sum + one, 0);

  it("of a float32 sum does not suffer from its size", async () => {
    const x = cu.array(values);
    // Half an ulp of the result, and what runs of 128 elements lose: far less than a naive sum in float32.
    expect(Math.abs((await x.sum().item()) - exact) / exact).toBeLessThan(2 ** -22);
    const naive = values.reduce((sum, one) => Math.fround(sum + one), 0);
    expect(Math.abs(naive - exact) / exact).toBeGreaterThan(2 ** -18);
    expect(await x.mean({ dtype: "float64" }).item()).toBeCloseTo(exact / values.length, 12);
  });

  it("of sums of equal floats is that of pairwise sums", async () => {
    for (const count of [1000, 10_000, 1_000_001]) {
      const sum = Math.fround(0.1) * count;
      const ulp = 2 ** (Math.floor(Math.log2(sum)) - 23);
      expect(Math.abs((await cu.full([count], 0.1, { dtype: "float32" }).sum().item()) - sum)).toBeLessThan(
        4 * ulp,
      );
      const wide = 0.1 * count;
      const found = await cu.full([count], 0.1, { dtype: "float64" }).sum().item();
      expect(Math.abs(found - wide) / wide).toBeLessThan(4 * 2 ** -53);
    }
    expect(await cu.full([5000], Number.POSITIVE_INFINITY).sum().item()).toBe(Number.POSITIVE_INFINITY);
  });

  it("of 100,000 random floats is one unit of the last place", async () => {
    for (const shift of [0, 0.3, -2]) {
      const some = noise(100_000).map((value) => value + shift);
      const sum = some.reduce((total, one) => total + one, 0);
      const ulp = 2 ** (Math.floor(Math.log2(Math.abs(sum))) - 23);
      const x = cu.array(some);
      expect(Math.abs((await x.sum().item()) - sum)).toBeLessThanOrEqual(ulp);
      expect(Math.abs((await x.reshape(-1, 1).sum(0).reshape().item()) - sum)).toBeLessThanOrEqual(ulp);
    }
  });

  it("of columns and of rows is the same", async () => {
    const x = cu.array(values).slice(":1000000").reshape(1000, 1000);
    const sums = Float64Array.from({ length: 1000 }, (_, column) => {
      let sum = 0;
      for (let row = 0; row < 1000; row++) sum += values[row * 1000 + column] as number;
      return sum;
    });
    for (const y of [x.sum({ axis: 0 }), x.T.sum({ axis: 1 }), x.T.copy().sum({ axis: 1 })]) {
      const found = await y.data();
      for (const [at, sum] of sums.entries())
        expect(Math.abs((found[at] as number) - sum) / sum).toBeLessThan(2 ** -22);
    }
  });

  it("of float16 and bfloat16 is that of their results", async () => {
    const x = cu.array(values).slice(":20000");
    for (const dtype of ["float16", "bfloat16"] as const) {
      const y = x.astype(dtype);
      const wide = await y.sum({ dtype: "float64" }).item();
      const epsilon = dtype === "float16" ? 2 ** -11 : 2 ** -8;
      expect(Math.abs((await y.sum().item()) - wide) / wide).toBeLessThanOrEqual(epsilon);
      expect(Math.abs((await y.mean().item()) - wide / 20000) / (wide / 20000)).toBeLessThanOrEqual(epsilon);
      expect(await y.max().item()).toBe(await y.astype("float32").max().item());
    }
  });

  it("of a variance does not suffer from a large mean", async () => {
    const x = cu.array(Float64Array.from(values.subarray(0, 1000), (one) => one + 1e8));
    const small = cu.array(Float64Array.from(values.subarray(0, 1000)));
    expect(await x.var({ ddof: 1 }).item()).toBeCloseTo(await small.var({ ddof: 1 }).item(), 6);
  });
});

describe("arrays that are cut into parts", () => {
  const count = 300_001;
  const x = cu.arange(count, { dtype: "int64" });

  it("give the same", async () => {
    expect(await x.sum().item()).toBe((BigInt(count) * BigInt(count - 1)) / 2n);
    expect(await x.max().item()).toBe(BigInt(count - 1));
    expect(await x.astype("float64").var().item()).toBeCloseTo((count ** 2 - 1) / 12, 0);
    expect(await x.reshape(-1, 1).sum({ axis: 0 }).tolist()).toEqual([
      (BigInt(count) * BigInt(count - 1)) / 2n,
    ]);
  });

  it("leave axes alone that lie between those of size 1 that go", async () => {
    expect(
      await cu
        .arange(5)
        .reshape([1, 5, 1])
        .sum({ axis: [0, 2] })
        .tolist(),
    ).toEqual([0, 1, 2, 3, 4]);
    const x = cu.arange(30).reshape([2, 3, 1, 5, 1]);
    const wanted = await x.reshape([2, 3, 5]).max({ axis: 1 }).tolist();
    expect(await x.max({ axis: [1, 2, 4] }).tolist()).toEqual(wanted);
    expect(
      await x
        .max({ axis: [1, 4] })
        .reshape([2, 5])
        .tolist(),
    ).toEqual(wanted);
  });

  it("find the first of equal elements, and a NaN", async () => {
    const y = x.mod(100_000n);
    expect(await y.argmax().item()).toBe(99_999n);
    expect(await y.argmin().item()).toBe(0n);
    const z = y.astype("float32");
    z.slice([200_123]).fill(Number.NaN);
    expect(await z.argmax().item()).toBe(200_123n);
    expect(await z.argmin().item()).toBe(200_123n);
    expect(await z.max().item()).toBeNaN();
  });

  it("have running sums", async () => {
    const sums = await x.cumsum().data();
    for (const at of [0, 1, 32_767, 32_768, 100_000, 299_999, 300_000])
      expect(sums[at]).toBe((BigInt(at) * BigInt(at + 1)) / 2n);
    const ones = await cu.ones([200_000]).cumsum().data();
    expect([ones[0], ones[65_535], ones[199_999]]).toEqual([1, 65_536, 200_000]);
  });
});

describe("results", () => {
  it("go into out, also through a view", async () => {
    const x = cu.arange(6).reshape(2, 3);
    const out = cu.zeros([3]);
    expect(x.sum({ axis: 0, out })).toBe(out);
    expect(await out.tolist()).toEqual([3, 5, 7]);
    const wide = cu.zeros([2, 2]);
    x.max({ axis: 1, out: wide.slice([":", 1]) });
    expect(await wide.tolist()).toEqual([
      [0, 2],
      [0, 5],
    ]);
    expect(() => x.sum({ out })).toThrow("`out` must be float32[]");
    expect(() => x.sum({ axis: 0, out: cu.zeros([3], { dtype: "float64" }) as never })).toThrow(
      "must be float32[3]",
    );
  });

  it("outlive the scope that returns them", () => {
    const left = scope(() => {
      const x = cu.arange(24).reshape(2, 3, 4);
      return [
        x.std({ axis: [0, 2] }),
        x.argmax(),
        x.softmax({ axis: 0 }),
        cu.logsumexp(x),
        x.cumsum({ axis: 1 }),
      ];
    });
    for (const one of left) expect(one.isDisposed).toBe(false);
    for (const one of left) one.dispose();
  });

  it("of softmax add up to 1 and do not overflow", async () => {
    const x = cu.array([
      [1000, 1001, 1002],
      [-1000, 0, 1],
    ]);
    const sums = await x.softmax().sum({ axis: 1 }).tolist();
    for (const sum of sums as number[]) expect(sum).toBeCloseTo(1, 6);
    expect(await cu.logsumexp(x.slice([0])).item()).toBeCloseTo(1002.4076, 3);
  });

  it("of softmax and its logarithm are as good as floats can be, along rows of any length", async () => {
    for (const n of [1, 3, 4, 15, 16, 17, 23, 2047, 5000]) {
      // Down to where results are subnormal, and then 0.
      const values = Float32Array.from({ length: n }, (_, i) => ((i * 7919) % 1000) * -0.12 + 3);
      if (n > 16) values[5] = Number.NEGATIVE_INFINITY;
      const top = Math.max(...values);
      const exps = Array.from(values, (x) => Math.exp(Math.fround(x - top)));
      const sum = exps.reduce((a, b) => a + b);
      const x = cu.array(values);
      const [got, logs] = [await x.softmax().data(), await x.logSoftmax().data()];
      for (let i = 0; i < n; i++) {
        const wanted = (exps[i] as number) / sum;
        expect(Math.abs((got[i] as number) - wanted)).toBeLessThanOrEqual(4e-7 * wanted + 2 ** -149);
        const log = Math.fround((values[i] as number) - top) - Math.log(sum);
        if (log === Number.NEGATIVE_INFINITY) expect(logs[i]).toBe(log);
        else expect(Math.abs((logs[i] as number) - log)).toBeLessThanOrEqual(2e-7 * Math.abs(log) + 1e-7);
      }
    }
    expect(await cu.array([0, Number.NaN, 1, 2, 3]).softmax().tolist()).toEqual(Array(5).fill(Number.NaN));
  });
});

describe("options", () => {
  const x = cu.array([1, 2, 3, 6]);

  it("have the names of the array API standard, and NumPy's", async () => {
    expect(await x.var({ correction: 1 }).item()).toBe(await x.var({ ddof: 1 }).item());
    expect(await x.sum({ axis: null as never }).item()).toBe(12);
    expect(await cu.array(7).sum({ axis: 0 }).item()).toBe(7);
  });

  it("may be the axis alone", async () => {
    const m = cu.array([
      [3, 1, 2],
      [6, 5, 4],
    ]);
    expect(await m.sum(0).tolist()).toEqual([9, 6, 6]);
    expect(await cu.mean(m, [0, -1]).item()).toBe(3.5);
    expect(await m.max(-1).tolist()).toEqual([3, 6]);
    expect(await m.argmin(1).tolist()).toEqual([1n, 2n]);
    expect(await m.cumsum(1).tolist()).toEqual([
      [3, 4, 6],
      [6, 11, 15],
    ]);
    expect(await cu.softmax(m, 0).sum(0).round().tolist()).toEqual([1, 1, 1]);
    expect(await cu.nansum(m, 1).tolist()).toEqual([6, 15]);
    expect(await m.any(0).tolist()).toEqual([true, true, true]);
    expect(() => m.sum(2)).toThrow(RangeError);
  });

  it("are an object, with axes that are integers", () => {
    expect(() => x.sum("0" as never)).toThrow('(got "0")\nTry: x.sum({ axis: 0 }), or x.sum(0)');
    expect(() => x.cumsum(null as never)).toThrow(expect.objectContaining({ code: "CUTS_OPTIONS" }));
    expect(() => x.sum({ axis: "0" as never })).toThrow('must be an integer or a list of them (got "0")');
  });
});

describe("refusals", () => {
  const x = cu.zeros([2, 0]);

  it("name the rule", () => {
    expect(() => x.max()).toThrow("Cannot compute max: there must be an element at least");
    expect(() => x.argmin({ axis: 1 })).toThrow("Cannot compute argmin");
    expect(() => x.sum({ axis: [0, -2] })).toThrow("an axis must be named once (got [0, -2])");
    expect(() => x.sum({ axis: 2 })).toThrow("between -2 and 1");
    expect(() => cu.softmax(cu.zeros([1], { dtype: "complex64" }))).toThrow("not defined for this dtype");
    expect(() => cu.sum([1, 2] as never)).toThrow("Try: cu.array(values)");
    expect(() => x.var({ dtype: "int32" })).toThrow("must be one of floats");
  });
});
