// Counts and running sums on the GPU, in sizes around those of blocks and tiles, against plain loops.

import { describe, expect, it } from "vitest";
import { dtypes } from "../../src/core/dtype.js";
import * as cu from "../../src/index.js";
import { noGpu } from "./device.js";

const device = "cuda:0";
const sizes = [1, 2, 3, 3071, 3072, 3073, 6143, 6144, 6145, 100_003, 1_000_003];

describe.skipIf(noGpu !== undefined)(
  `counts and running sums on cuda:0${noGpu === undefined ? "" : ` (${noGpu})`}`,
  () => {
    it("cumsum of int64 is exact in every size, also over rows that are not aligned", async () => {
      for (const n of sizes) {
        const values = BigInt64Array.from({ length: n }, (_, i) =>
          BigInt(((i * 2_654_435_761) % 2001) - 1000),
        );
        using x = cu.array(values, { device });
        using sums = cu.cumsum(x);
        expect(await sums.data(), `${n}`).toEqual(running(values));
        if (n < 10) continue;
        using part = x.slice("1:");
        using rest = cu.cumsum(part);
        expect(await rest.data(), `${n - 1}, not aligned`).toEqual(running(values.slice(1)));
      }
    });

    it("cumsum along rows", async () => {
      for (const [rows, n] of [
        [3, 6145],
        [7, 20_001],
        [2, 250_000],
      ] as const) {
        const values = BigInt64Array.from({ length: rows * n }, (_, i) => BigInt((i * 7919) % 1013));
        using flat = cu.array(values, { device });
        using x = cu.reshape(flat, [rows, n]);
        using sums = cu.cumsum(x, 1);
        const expected = Array.from({ length: rows }, (_, r) => [
          ...running(values.slice(r * n, (r + 1) * n)),
        ]).flat();
        expect(await sums.data()).toEqual(BigInt64Array.from(expected));
      }
    });

    it("cumsum of many tiles of floats is the same every time and as exact as float64 makes it", async () => {
      const n = 9_000_011;
      using x = cu.random.uniform([n], { device });
      const values = await x.data();
      const runs = [];
      for (let i = 0; i < 5; i++) {
        using sums = cu.cumsum(x);
        runs.push(await sums.data());
      }
      for (const one of runs)
        expect(Buffer.compare(Buffer.from(one.buffer), Buffer.from((runs[0] as Float32Array).buffer))).toBe(
          0,
        );
      let sum = 0;
      let worst = 0;
      for (let i = 0; i < n; i++) {
        sum += values[i] as number;
        worst = Math.max(worst, Math.abs(((runs[0] as Float32Array)[i] as number) - sum) / sum);
      }
      expect(worst).toBeLessThan(2 ** -23);
    });

    it("cumprod starts from 1 beyond the end", async () => {
      const values = Float64Array.from({ length: 3073 }, (_, i) => (i % 2 === 0 ? 2 : 0.5));
      using x = cu.array(values, { device });
      using products = cu.cumprod(x);
      expect(await products.data()).toEqual(
        Float64Array.from({ length: 3073 }, (_, i) => (i % 2 === 0 ? 2 : 1)),
      );
    });

    for (const dtype of [
      "bool",
      "int8",
      "uint8",
      "int16",
      "uint16",
      "int32",
      "uint32",
      "int64",
      "float16",
      "bfloat16",
      "float32",
      "float64",
    ] as const) {
      it(`histogram of ${dtype} by its edges`, async () => {
        for (const n of [1, 5, 511, 8193, 100_003]) {
          const values = Array.from({ length: n }, (_, i) =>
            dtype === "bool" ? i % 3 === 0 : ((i * 7919) % 101) - (dtype.startsWith("u") ? 0 : 50),
          );
          const data = dtype === "int64" ? values.map((v) => BigInt(Number(v))) : values;
          using x = cu.array(data as never, { dtype, device } as never);
          using wide = x.astype("float64");
          const doubles = await wide.data();
          for (const bins of [1, 10, 101, 1000, 13_000]) {
            const { counts, edges } = cu.histogram(x, { bins });
            using exact = edges.astype("float64");
            expect(await counts.data(), `${n} in ${bins}`).toEqual(between(doubles, await exact.data()));
            counts.dispose();
            edges.dispose();
          }
        }
      });
    }

    it("what lies on edges is counted as NumPy does, NaN nowhere", async () => {
      const edges = Float64Array.from({ length: 1001 }, (_, i) => i / 1000);
      const values = Float64Array.from([
        ...edges,
        ...edges.map((e) => e - 2 ** -54),
        ...edges.map((e) => e + 2 ** -53),
        NaN,
        -1,
        2,
      ]);
      using x = cu.array(values, { device });
      for (const bins of [10, 100, 1000]) {
        const { counts, edges: own } = cu.histogram(x, { bins, range: [0, 1] });
        expect(await counts.data()).toEqual(between(values, (await own.data()) as Float64Array));
      }
    });

    it("bincount", async () => {
      for (const most of [1, 7, 4000, 40_000]) {
        const values = Int32Array.from({ length: 50_001 }, (_, i) => (i * 7919) % most);
        using x = cu.array(values, { device });
        using counts = await cu.bincount(x);
        const expected = new BigInt64Array(most);
        for (const value of values) (expected[value] as bigint)++;
        expect(await counts.data()).toEqual(expected);
      }
      using negative = cu.array(Int32Array.from([1, -1]), { device });
      await expect(cu.bincount(negative)).rejects.toMatchObject({ code: "CUTS_NEGATIVE" });
    });

    it("unique and bincount of integers, close to each other and far apart", async () => {
      for (const dtype of ["int8", "uint16", "int32", "int64", "uint64"] as const) {
        for (const span of [100, 60_000, 3_000_000, 2 ** 31 - 10]) {
          if (span > 2 ** (8 * dtypes[dtype].byteLength - 1)) continue;
          using wide = cu.random.integers(0, span, [300_001], { device });
          using x = wide.astype(dtype);
          using found = await cu.unique(x);
          const numbers = Array.from(await x.data(), Number);
          expect(Array.from(await found.data(), Number), `${dtype} ${span}`).toEqual(
            [...new Set(numbers)].sort((a, b) => a - b),
          );
          if (span > 3_000_000) continue;
          using counts = await cu.bincount(x);
          const expected = new BigInt64Array(numbers.reduce((a, b) => Math.max(a, b)) + 1);
          for (const one of numbers) expected[one] = (expected[one] as bigint) + 1n;
          expect(await counts.data(), `${dtype} ${span}`).toEqual(expected);
        }
      }
    });

    it("what waits is about the numbers of the call, also of parts and below 0", async () => {
      const numbers = Array.from({ length: 200_001 }, (_, i) => ((i * 2_654_435_761) % 50_021) - 300);
      using x = cu.array(numbers, { dtype: "int32", device });
      using part = x.slice("1::3");
      const finding = [cu.unique(x), cu.unique(part)];
      const failing = expect(cu.bincount(x)).rejects.toThrow("at least 0 (got -300)");
      x.fill(7);
      const [all, thirds] = (await Promise.all(finding)) as [cu.NDArray, cu.NDArray];
      const different = (some: readonly number[]) => [...new Set(some)].sort((a, b) => a - b);
      expect([...((await all.data()) as Int32Array)]).toEqual(different(numbers));
      expect([...((await thirds.data()) as Int32Array)]).toEqual(
        different(numbers.filter((_, i) => i % 3 === 1)),
      );
      await failing;
    });

    it("rows are taken in words, sums of columns need no parts", async () => {
      using x = cu.random.uniform([512, 6, 128], { device });
      using index = cu.random.integers(-512, 512, [3000], { device });
      using taken = cu.take(x, index, { axis: 0 });
      const [all, places, found] = await Promise.all([x.data(), index.data(), taken.data()]);
      for (const [k, place] of places.entries()) {
        const row = place < 0 ? place + 512 : place;
        expect(found.subarray(k * 768, (k + 1) * 768)).toEqual(all.subarray(row * 768, (row + 1) * 768));
      }
      using big = cu.random.integers(-1000, 1000, [128, 100, 128], { device });
      using sums = big.sum(1);
      const [values, totals] = await Promise.all([big.data(), sums.data()]);
      const expected = new BigInt64Array(128 * 128);
      for (const [k, value] of values.entries()) {
        const at = Math.floor(k / 12_800) * 128 + (k % 128);
        expected[at] = (expected[at] as bigint) + BigInt(value);
      }
      expect(totals).toEqual(expected);
    });
  },
);

function running(values: BigInt64Array): BigInt64Array {
  let sum = 0n;
  return values.map((value) => (sum += value));
}

/** What NumPy counts: the bin of the quotient, or its neighbor where the edges say so; the last bin has both edges. */
function between(values: Float64Array, edges: Float64Array): BigInt64Array {
  const bins = edges.length - 1;
  const counts = new BigInt64Array(bins);
  const from = edges[0] as number;
  const to = edges[bins] as number;
  for (const value of values) {
    if (!(value >= from && value <= to)) continue;
    let bin = Math.min(bins - 1, Math.trunc((value - from) * (bins / (to - from))));
    if (value < (edges[bin] as number) && bin > 0) bin--;
    else if (value >= (edges[bin + 1] as number) && bin !== bins - 1) bin++;
    (counts[bin] as bigint)++;
  }
  return counts;
}
