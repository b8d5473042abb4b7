// Random numbers on the cpu device: the words are Philox's, the numbers are what the words make, and they are distributed
// as they should be. Seeds are fixed, so nothing here can fail by chance.

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { graph } from "../../src/runtime/graphs/graph.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";
import { watchHandles } from "./left-behind.js";
import { philox, wordsOf } from "./random/philox.js";
import { chiSquare, countsOf, kolmogorov, momentsOf, normalDistribution } from "./random/statistics.js";

const WORDS = { dtype: "uint32" } as const;
const drawWords = (rng: cu.Generator, count: number): cu.NDArray<"uint32"> =>
  rng.integers(0, 2 ** 32, count, WORDS);
const even = (n: number): number[] => Array.from({ length: n }, () => 1 / n);

describe("the words of a generator", () => {
  it("are Philox4x32-10 as Random123 publishes it", async () => {
    const hex = (words: Iterable<number>): string => Array.from(words, (word) => word.toString(16)).join(" ");
    expect(hex(philox([0, 0, 0, 0], [0, 0]))).toBe("6627e8d5 e169c58d bc57ac4c 9b00dbd8");
    const ones = 0xffff_ffff;
    expect(hex(philox([ones, ones, ones, ones], [ones, ones]))).toBe("408f276d 41c83b0e a20bc7c6 6d5451fd");
    expect(hex(philox([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0]))).toBe(
      "d16cfe09 94fdcceb 5001e420 24126ea1",
    );
    expect(hex(await drawWords(cu.random.generator(0), 4).data())).toBe(
      "6627e8d5 e169c58d bc57ac4c 9b00dbd8",
    );
  });

  it.each([
    [7n, 0, 0],
    [0x1234_5678_9abc_def0n, 0, 3],
    [2n ** 64n - 1n, 2 ** 40 + 8, 0],
    [5n, 2 ** 34 - 4, 2 ** 32 - 1],
  ])("are those of seed %s from %s on, sequence %s", async (seed, offset, sequence) => {
    const rng = cu.random.generator(seed, { offset, sequence });
    expect([...(await drawWords(rng, 1001).data())]).toEqual(wordsOf(seed, 1001, offset, sequence));
    expect(rng.state).toEqual({ seed, sequence, offset: offset + 1004 });
  });

  it("are those of cuRAND's Philox generator", async () => {
    const seed = 0xdead_beef_cafen;
    const own = kernel(`#include <curand_kernel.h>
extern "C" __global__ void words(unsigned* out, unsigned long long seed, unsigned long long sequence, unsigned long long offset) {
  curandStatePhilox4_32_10_t state;
  curand_init(seed, sequence, offset, &state);
  for (int i = 0; i < 40; i++) out[i] = curand(&state);
}`);
    const out = cu.zeros(40, WORDS);
    own({ grid: 1, block: 1 }, out, seed, 3n << 32n, 12n);
    const rng = cu.random.generator(seed, { sequence: 3, offset: 12 });
    expect(await drawWords(rng, 40).data()).toEqual(await out.data());
  });

  it("do not depend on how many are drawn at once", async () => {
    const all = await cu.random.generator(3).normal(10_000).data();
    const rng = cu.random.generator(3);
    const parts = [rng.normal(4), rng.normal([2, 498]), rng.normal(9000)];
    const found = await Promise.all(parts.map((part) => part.data()));
    expect(Float32Array.from(found.flatMap((part) => [...part]))).toEqual(all);
  });
});

describe("a generator", () => {
  it("goes on from a state, and begins anew with a seed", async () => {
    const rng = cu.random.generator(11, { sequence: 2 });
    rng.random(10).dispose();
    const { state } = rng;
    const next = await rng.random(5).data();
    expect(await cu.random.generator(state.seed, state).random(5).data()).toEqual(next);
    rng.seed(11);
    expect(rng.state).toEqual({ seed: 11n, sequence: 0, offset: 0 });
    expect(inspect(rng)).toBe("Generator (Philox4x32-10, seed 11, sequence 0, offset 0)");
  });

  it("is there by default, with a seed from the system until it gets one", async () => {
    expect(cu.random.generator().state.seed).not.toBe(cu.random.generator().state.seed);
    cu.random.seed(5);
    const first = await cu.random.random([2, 2]).data();
    cu.random.seed(5);
    expect(await cu.random.random([2, 2]).data()).toEqual(first);
    expect(await cu.random.generator(5).random(4).data()).toEqual(first);
  });

  it("gives calls under way words of their own", async () => {
    const rng = cu.random.generator(1);
    const [a, b] = await Promise.all([rng.random(8).data(), rng.random(8).data()]);
    expect([...a, ...b]).toEqual([...(await cu.random.generator(1).random(16).data())]);
  });

  it("refuses seeds, options and graphs that make no sense", () => {
    expect(() => cu.random.generator(-1)).toThrow("between 0 and 2^64 - 1 (got -1)");
    expect(() => cu.random.generator(1.5)).toThrow("must be a whole number");
    expect(() => cu.random.seed(2n ** 64n)).toThrow("2^64 - 1");
    expect(() => cu.random.generator(1, { sequence: 2 ** 32 })).toThrow(
      "the sequence must be between 0 and 2^32 - 1",
    );
    expect(() => cu.random.uniform(3, { high: Infinity })).toThrow(
      "the bounds must be finite (got [0, Infinity])",
    );
    expect(() => cu.random.normal(3, { std: -1 })).toThrow("std at least 0 (got [0, -1])");
    expect(() => cu.random.exponential(3, { scale: Number.NaN })).toThrow("the scale must be finite");
    expect(() => cu.random.bernoulli(1.1)).toThrow("between 0 and 1 (got 1.1)");
    expect(() => cu.random.random(3, { dtype: "int32" as "float32" })).toThrow("Try: cu.random.integers");
    expect(() => cu.random.integers(3, 3, 1)).toThrow("there must be some from 3 up to but without 3");
    expect(() => cu.random.integers(0, 2 ** 40, 1)).toThrow('Try: { dtype: "int64" }');
    expect(() => cu.random.integers(0.5, 2)).toThrow("bounds must be whole numbers (got 0.5)");
    expect(() => cu.random.choice(3, 4, { replace: false })).toThrow("Cannot choose 4 of 3");
    expect(() => cu.random.choice(0, 1)).toThrow("Cannot choose 1 of 0");
    expect(() => cu.random.choice(3, 1, { p: [1, 2] })).toThrow("there must be 3 weights (got [1, 2])");
    expect(() => cu.random.choice(2, 2, { p: [1, 0], replace: false })).toThrow("and 2 of them more");
    expect(() => cu.random.shuffle(3 as unknown as cu.NDArray)).toThrow("Cannot shuffle");
    expect(() => graph(() => void cu.random.random(3))).toThrow("Cannot draw random numbers inside graph()");
  });

  it("leaves nothing behind", async () => {
    using x = cu.arange(10);
    using weights = cu.ones(10);
    const leftBehind = watchHandles();
    const rng = cu.random.generator(1);
    for (const made of [
      rng.normal(5, { dtype: "float16" }),
      rng.permutation(7),
      rng.permutation(x),
      rng.choice(5, [2, 2], { p: [1, 2, 3, 4, 5] }),
      rng.choice(x, 3, { replace: false, p: weights }),
    ]) {
      await made.data();
      made.dispose();
    }
    expect(leftBehind()).toEqual([]);
  });
});

describe("numbers made of words", () => {
  const words = wordsOf(9n, 4000);

  it("are uniform: the upper bits", async () => {
    const rng = cu.random.generator(9);
    expect(await rng.random(4000).data()).toEqual(
      Float32Array.from(words, (word) => (word >>> 8) * 2 ** -24),
    );
    rng.seed(9);
    expect(await rng.random(4000, { dtype: "float16" }).tolist()).toEqual(
      words.map((word) => (word >>> 21) * 2 ** -11),
    );
    rng.seed(9);
    expect(await rng.random(4000, { dtype: "bfloat16" }).tolist()).toEqual(
      words.map((word) => (word >>> 24) * 2 ** -8),
    );
    rng.seed(9);
    const pairs = Float64Array.from({ length: 2000 }, (_, at) => {
      const wide = (BigInt(words[2 * at] as number) << 32n) | BigInt(words[2 * at + 1] as number);
      return Number(wide >> 11n) * 2 ** -53;
    });
    expect(await rng.random(2000, { dtype: "float64" }).data()).toEqual(pairs);
  });

  it("are normal: Box and Muller's, within some units in the last place", async () => {
    const expected: number[] = [];
    for (let at = 0; at < words.length; at += 2) {
      const radius = Math.sqrt(-2 * Math.log(((words[at] as number) + 1) * 2 ** -32));
      const angle = 2 * Math.PI * (words[at + 1] as number) * 2 ** -32;
      expected.push(radius * Math.cos(angle), radius * Math.sin(angle));
    }
    const found = await cu.random.generator(9).normal(4000).data();
    // The logarithm near 1 is that of a float32: its error is one of the radius, not of the number.
    for (const [at, value] of found.entries())
      expect(Math.abs(value - (expected[at] as number))).toBeLessThan(4e-6);
    const doubles = await cu.random.generator(9).normal(2000, { dtype: "float64" }).data();
    for (let at = 0; at < doubles.length; at += 2) {
      const [a = 0, b = 0, c = 0, d = 0] = words.slice(2 * at, 2 * at + 4);
      const u = (a * 2 ** 21 + (b >>> 11) + 1) * 2 ** -53;
      const angle = 2 * Math.PI * (c * 2 ** -32 + d * 2 ** -64);
      const radius = Math.sqrt(-2 * Math.log(u));
      expect(Math.abs((doubles[at] as number) - radius * Math.cos(angle))).toBeLessThan(2e-14);
      expect(Math.abs((doubles[at + 1] as number) - radius * Math.sin(angle))).toBeLessThan(2e-14);
    }
  });

  it("are exponential: logarithms", async () => {
    const found = await cu.random.generator(9).exponential(4000, { scale: 3 }).data();
    for (const [at, value] of found.entries()) {
      const expected = -3 * Math.log(((words[at] as number) + 1) * 2 ** -32);
      expect(Math.abs(value - expected)).toBeLessThan(4e-7 * Math.max(expected, 1));
    }
  });

  it("are scaled and moved", async () => {
    const rng = cu.random.generator(9);
    const [unit] = [await cu.random.generator(9).normal(100).data()];
    const moved = await rng.normal(100, { mean: 10, std: 2 }).data();
    expect(moved).toEqual(unit.map((value) => Math.fround(10 + Math.fround(2 * value))));
    const wide = await rng.uniform(1000, { low: -3, high: 5 }).data();
    expect(Math.min(...wide)).toBeGreaterThanOrEqual(-3);
    expect(Math.max(...wide)).toBeLessThan(5);
  });

  it("are whole: upper halves of products, drawn again where that would be unfair", async () => {
    const range = 3 * 2 ** 30;
    const found = await cu.random.generator(9).integers(0, range, 200, WORDS).data();
    const attempts = Array.from({ length: 40 }, (_, attempt) => wordsOf(9n, 200, 0, 0, attempt));
    const expected = Array.from({ length: 200 }, (_, at) => {
      const products = attempts.map((own) => BigInt(own[at] as number) * BigInt(range));
      const fair = products.find((product) => Number(product & 0xffff_ffffn) >= 2 ** 32 % range);
      return Number((fair as bigint) >> 32n);
    });
    expect([...found]).toEqual(expected);
  });
});

describe("distributions", () => {
  const N = 100_000;

  it.each(["float32", "float64"] as const)("uniform, %s", async (dtype) => {
    const values = await cu.random.generator(1).random(N, { dtype }).data();
    expect(kolmogorov(values, (x) => x)).toBeLessThan(2.2);
    const { mean, variance } = momentsOf(values);
    expect(Math.abs(mean - 0.5)).toBeLessThan(4 / Math.sqrt(12 * N));
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(4 / Math.sqrt(180 * N));
    const pairs = countsOf(
      Array.from(
        { length: N / 2 },
        (_, at) =>
          10 * Math.floor(10 * (values[2 * at] as number)) + Math.floor(10 * (values[2 * at + 1] as number)),
      ),
      100,
    );
    expect(chiSquare(pairs, even(100))).toBeLessThan(4);
  });

  it.each(["float32", "float64"] as const)("normal, %s", async (dtype) => {
    const values = await cu.random.generator(2).normal(N, { dtype }).data();
    expect(kolmogorov(values, normalDistribution)).toBeLessThan(2.2);
    const { mean, variance, skewness, kurtosis } = momentsOf(values);
    expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(N));
    expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(2 / N));
    expect(Math.abs(skewness)).toBeLessThan(4 * Math.sqrt(6 / N));
    expect(Math.abs(kurtosis - 3)).toBeLessThan(4 * Math.sqrt(24 / N));
    // The two numbers of a pair have nothing to do with each other.
    let product = 0;
    for (let at = 0; at < N; at += 2) product += (values[at] as number) * (values[at + 1] as number);
    expect(Math.abs(product / (N / 2))).toBeLessThan(4 / Math.sqrt(N / 2));
  });

  it.each(["float32", "float64"] as const)("exponential, %s", async (dtype) => {
    const values = await cu.random.generator(3).exponential(N, { dtype, scale: 2 }).data();
    expect(kolmogorov(values, (x) => 1 - Math.exp(-x / 2))).toBeLessThan(2.2);
    expect(Math.min(...values.slice(0, 1000))).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ["int32", 0, 6],
    ["uint8", 0, 256],
    ["int16", -100, 100],
    ["int64", -5, 5],
    ["uint64", 2n ** 63n, 2n ** 63n + 100n],
  ] as const)("integers, %s from %s to %s", async (dtype, low, high) => {
    const values = await cu.random.generator(4).integers(low, high, N, { dtype }).data();
    const n = Number(BigInt(high) - BigInt(low));
    const counts = countsOf(
      Array.from(values, (value: number | bigint) => BigInt(value) - BigInt(low)),
      n,
    );
    expect(counts).toHaveLength(n);
    expect(chiSquare(counts, even(n))).toBeLessThan(4);
  });

  it("integers of ranges that do not divide the words, without bias", async () => {
    const narrow = await cu.random
      .generator(5)
      .integers(0, 3 * 2 ** 30, N, WORDS)
      .data();
    expect(
      chiSquare(
        countsOf(
          narrow.map((value) => Math.floor(value / 2 ** 30)),
          3,
        ),
        even(3),
      ),
    ).toBeLessThan(4);
    const range = 3n << 62n;
    const wide = await cu.random.generator(5).integers(0, range, N, { dtype: "uint64" }).data();
    expect(
      chiSquare(
        countsOf(
          Array.from(wide, (value) => value >> 62n),
          3,
        ),
        even(3),
      ),
    ).toBeLessThan(4);
    const all = await cu.random
      .generator(5)
      .integers(-(2n ** 63n), 2n ** 63n, N, { dtype: "int64" })
      .data();
    expect(
      chiSquare(
        countsOf(
          Array.from(all, (value) => (value >> 60n) + 8n),
          16,
        ),
        even(16),
      ),
    ).toBeLessThan(4);
  });

  it("bernoulli, with 0 and 1 exactly", async () => {
    const rng = cu.random.generator(6);
    const counts = countsOf(await rng.bernoulli(0.3, N).data(), 2);
    expect(chiSquare(counts, [0.7, 0.3])).toBeLessThan(4);
    expect(await rng.bernoulli(0, 1000).any().item()).toBe(false);
    expect(await rng.bernoulli(1, 1000).all().item()).toBe(true);
  });

  it("sequences and seeds beside each other have nothing in common", async () => {
    const rows = [cu.random.generator(0), cu.random.generator(1), cu.random.generator(0, { sequence: 1 })];
    const values = await Promise.all(rows.map((rng) => rng.random(N).data()));
    for (const [a = new Float32Array(), b = new Float32Array()] of [
      values,
      values.slice(1),
      [values[0], values[2]],
    ]) {
      const sum = a.reduce((total, x, at) => total + (x - 0.5) * ((b[at] as number) - 0.5), 0);
      expect(Math.abs((12 * sum) / N)).toBeLessThan(4 / Math.sqrt(N));
    }
  });
});

describe("order and choice", () => {
  it("permutations have every order, equally often", async () => {
    const rng = cu.random.generator(7);
    const orders = new Map<string, number>();
    const drawn = Array.from({ length: 1200 }, () => rng.permutation(4));
    for (const one of drawn) {
      const order = (await one.data()).join("");
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect(orders.size).toBe(24);
    expect(chiSquare([...orders.values()], even(24))).toBeLessThan(4);
  });

  it("permutations of many are permutations", async () => {
    const order = await cu.random.generator(8).permutation(50_000).data();
    expect([...order.slice().sort()]).toEqual(Array.from({ length: 50_000 }, (_, at) => BigInt(at)));
    // The sum of steps from each place: (n^2 - 1) / 3 in the mean.
    const far = order.reduce((sum, to, at) => sum + Math.abs(Number(to) - at), 0) / 50_000;
    expect(Math.abs(far / (50_000 / 3) - 1)).toBeLessThan(0.02);
  });

  it("take their axis alone", async () => {
    const x = cu.arange(12).reshape(2, 6);
    const draw = async (use: (rng: cu.Generator) => cu.NDArray): Promise<unknown> =>
      use(cu.random.generator(11)).tolist();
    const shuffled =
      (axis: number | { readonly axis: number }) =>
      (rng: cu.Generator): cu.NDArray => {
        const own = x.copy();
        rng.shuffle(own, axis);
        return own;
      };
    const permuted = await draw((rng) => rng.permutation(x, 1));
    expect(permuted).toEqual(await draw((rng) => rng.permutation(x, { axis: 1 })));
    expect(permuted).not.toEqual(await x.tolist());
    expect((permuted as number[][]).map((row) => row.toSorted((a, b) => a - b))).toEqual(await x.tolist());
    expect(await draw(shuffled(1))).toEqual(await draw(shuffled({ axis: 1 })));
    expect(await draw(shuffled(1))).toEqual(permuted);
    expect(cu.random.choice(x, 4, 1).shape).toEqual([2, 4]);
    expect(await draw((rng) => rng.choice(x, 4, 1))).toEqual(
      await draw((rng) => rng.choice(x, 4, { axis: 1 })),
    );
    expect(() => cu.random.shuffle(x, "1" as never)).toThrow(
      expect.objectContaining({ code: "CUTS_OPTIONS" }),
    );
  });

  it("move the parts of arrays along an axis, and shuffle in place", async () => {
    const rng = cu.random.generator(9);
    const x = cu.arange(12, { dtype: "int32" }).reshape(3, 4);
    const rows = (await rng.permutation(x).tolist()) as number[][];
    expect(rows.map((row) => row[0]).sort((a = 0, b = 0) => a - b)).toEqual([0, 4, 8]);
    expect(rows.every(([a = 0, b]) => b === a + 1)).toBe(true);
    const view = x.T;
    rng.shuffle(view, { axis: 0 });
    const [first = [], ...others] = (await x.tolist()) as number[][];
    expect(first.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
    expect(others).toEqual([first.map((value) => value + 4), first.map((value) => value + 8)]);
  });

  it("choices with weights follow them", async () => {
    const p = [1, 2, 0, 5];
    const expected = [1 / 8, 2 / 8, 5 / 8];
    for (const weights of [p, cu.array(p)]) {
      const counts = countsOf(await cu.random.generator(10).choice(4, 20_000, { p: weights }).data(), 4);
      expect(counts[2]).toBe(0);
      expect(
        chiSquare(
          counts.filter((_, at) => at !== 2),
          expected,
        ),
      ).toBeLessThan(4);
    }
  });

  it("choices without replacement draw one after the other", async () => {
    const rng = cu.random.generator(11);
    const pairs = new Map<string, number>();
    const drawn = Array.from({ length: 1200 }, () => rng.choice(3, 2, { replace: false, p: [1, 2, 3] }));
    for (const one of drawn) {
      const pair = (await one.data()).join("");
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    const w = [1 / 6, 2 / 6, 3 / 6];
    const expected = new Map(
      ["01", "02", "10", "12", "20", "21"].map((pair) => {
        const [a = 0, b = 0] = [w[Number(pair[0])], w[Number(pair[1])]];
        return [pair, (a * b) / (1 - a)];
      }),
    );
    expect([...pairs.keys()].sort()).toEqual([...expected.keys()]);
    expect(
      chiSquare(
        [...expected.keys()].map((pair) => pairs.get(pair) ?? 0),
        [...expected.values()],
      ),
    ).toBeLessThan(4);
  });

  it("choices of arrays are their parts", async () => {
    const rng = cu.random.generator(12);
    const x = cu.array([10, 20, 30]);
    expect((await rng.choice(x, [2, 3]).data()).every((value) => [10, 20, 30].includes(value))).toBe(true);
    expect((await rng.choice(x, 3, { replace: false }).data()).toSorted()).toEqual(
      Float32Array.of(10, 20, 30),
    );
    expect(rng.choice(cu.zeros([4, 5]), 2, { axis: 1 }).shape).toEqual([4, 2]);
    expect(rng.choice(5).shape).toEqual([]);
  });
});
