// Sorting on the GPU, in sizes around those of blocks and tiles, for every real dtype, against a stable sort in TypeScript.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { dtypes } from "../../src/core/dtype.js";
import { noGpu } from "./device.js";

const real = (Object.keys(dtypes) as cu.DType[]).filter((dtype) => dtypes[dtype].kind !== "complex");
const sizes = [
  1, 2, 129, 256, 257, 1000, 1024, 1025, 2049, 4096, 4097, 5759, 5760, 5761, 8191, 8192, 8193, 40_003,
];

describe.skipIf(noGpu !== undefined)(`sorting on cuda:0${noGpu === undefined ? "" : ` (${noGpu})`}`, () => {
  for (const dtype of real) {
    it(`${dtype}: vectors of all sizes, both ways`, async () => {
      for (const n of sizes) for (const descending of [false, true]) await compare(dtype, [n], descending);
    });
    it(`${dtype}: rows`, async () => {
      for (const shape of [
        [3, 1025],
        [20_000, 2],
        [17, 1500],
        [300, 700],
        [3, 9001],
      ])
        await compare(dtype, shape, false);
    });
  }

  it("what is equal keeps its order, zeros of both signs and NaN of all kinds", async () => {
    for (const n of [3001, 30_011]) {
      const bits = Uint32Array.from(
        { length: n },
        (_, i) => [0, 0x80000000, 0x7fc00000, 0xffc00001, 0x7f800000, 0xff800000][(i * 7) % 6] as number,
      );
      const values = new Float32Array(bits.buffer);
      using x = cu.array(values, { device: "cuda:0" });
      for (const descending of [false, true]) {
        using order = cu.argsort(x, { descending });
        const expected = stableOrder([...values], descending);
        expect(await order.data()).toEqual(expected);
        using sorted = cu.sort(x, { descending });
        expect(await sorted.data()).toEqual(Float32Array.from(expected, (i) => values[Number(i)] as number));
      }
    }
  });

  it("keys that differ in one byte only, and in none", async () => {
    for (const shift of [0, 8, 16, 24]) {
      const values = Uint32Array.from(
        { length: 100_000 },
        (_, i) => (((i * 2_654_435_761) >>> 24) << shift) >>> 0,
      );
      using x = cu.array(values, { device: "cuda:0" });
      using sorted = cu.sort(x);
      expect(await sorted.data()).toEqual(values.slice().sort());
    }
    using same = cu.full([50_000], 7, { dtype: "int64", device: "cuda:0" });
    using order = cu.argsort(same);
    expect(await order.data()).toEqual(BigInt64Array.from({ length: 50_000 }, (_, i) => BigInt(i)));
  });

  it("many sorts at once on several streams", async () => {
    const arrays = await Promise.all(
      Array.from({ length: 8 }, async (_, seed) => {
        using stream = cu.stream({ device: "cuda:0" });
        return await stream.run(async () => {
          using x = randomOf("float32", [60_000 + seed * 997], seed);
          const values = [...(await x.data())];
          using sorted = cu.sort(x);
          return { values, sorted: await sorted.data() };
        });
      }),
    );
    for (const { values, sorted } of arrays) expect(sorted).toEqual(Float32Array.from(values).sort());
  });
});

async function compare(dtype: cu.DType, shape: readonly number[], descending: boolean): Promise<void> {
  using x = randomOf(dtype, shape, shape.length);
  const n = shape.at(-1) as number;
  using wide = x.astype(dtypes[dtype].kind === "float" ? "float64" : "int64");
  const values = [...((await wide.data()) as Float64Array | BigInt64Array)].map((v) =>
    dtype === "uint64" ? BigInt.asUintN(64, v as bigint) : v,
  );
  using sorted = cu.sort(x, { descending });
  using order = cu.argsort(x, { descending });
  const expected = Array.from({ length: values.length / n }, (_, row) => [
    ...stableOrder(values.slice(row * n, (row + 1) * n), descending),
  ]).flat();
  expect(await order.data(), `order of ${dtype} ${shape.join("x")}`).toEqual(BigInt64Array.from(expected));
  using sortedWide = sorted.astype(wide.dtype);
  const moved = expected.map((at, i) => values[Math.floor(i / n) * n + Number(at)]);
  const got = [...((await sortedWide.data()) as Float64Array | BigInt64Array)].map((v) =>
    dtype === "uint64" ? BigInt.asUintN(64, v as bigint) : v,
  );
  const wrong = moved.findIndex(
    (value, i) => value !== got[i] && !(Number.isNaN(value) && Number.isNaN(got[i])),
  );
  expect(wrong, `first wrong element of ${dtype} ${shape.join("x")}`).toBe(-1);
}

/** Bits drawn at random, so that floats have every exponent and sign; NaN among them. */
function randomOf(dtype: cu.DType, shape: readonly number[], seed: number): cu.NDArray {
  const size = shape.reduce((a, b) => a * b, 1);
  let state = (seed + 1) * 0x9e3779b9;
  const bytes = Uint8Array.from({ length: size * dtypes[dtype].byteLength }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return dtype === "bool" ? state >>> 31 : state >>> 24;
  });
  const { TypedArray } = dtypes[dtype];
  const x = cu.buffer(dtype, new TypedArray(bytes.buffer), { device: "cuda:0" });
  return cu.reshape(x, shape);
}

/** Indices in order, NaN last either way, zeros equal. */
function stableOrder(values: readonly (number | bigint)[], descending: boolean): BigInt64Array {
  const sign = descending ? -1 : 1;
  const order = Uint32Array.from(values, (_, i) => i);
  order.sort((i, j) => {
    const a = values[i] as number;
    const b = values[j] as number;
    const aNan = Number.isNaN(a);
    const bNan = Number.isNaN(b);
    if (aNan || bNan) return aNan === bNan ? i - j : aNan ? 1 : -1;
    if (a < b) return -sign;
    return a > b ? sign : i - j;
  });
  return BigInt64Array.from(order, BigInt);
}
