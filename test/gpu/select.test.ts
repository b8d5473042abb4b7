// The first elements of rows on the GPU: short rows are sorted by a block, of long ones only what is wanted is found. Against a
// stable sort in TypeScript, with many equal elements.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { noGpu } from "./device.js";

const shapes: readonly (readonly [shape: readonly number[], k: number])[] = [
  [[1], 1],
  [[7, 300], 5],
  [[2, 4096], 4096],
  [[5000], 600],
  [[3, 5000], 7],
  [[100_000], 10],
  [[2, 100_000], 4000],
  [[1_000_003], 1],
  [[40_000], 0],
];

describe.skipIf(noGpu !== undefined)(`topk on cuda:0${noGpu === undefined ? "" : ` (${noGpu})`}`, () => {
  for (const dtype of ["float32", "int64", "uint8", "float16", "float64", "int16", "bool"] as const) {
    it(`${dtype}: the largest and the smallest, in the order of a stable sort`, async () => {
      for (const [shape, k] of shapes) {
        using whole = cu.random.integers(0, dtype === "bool" ? 2 : 300, shape, { device: "cuda:0" });
        using x = whole.astype(dtype);
        for (const largest of [true, false]) await compare(x, k, largest);
      }
    });
  }

  it("NaN, infinities and zeros of both signs", async () => {
    const some = [0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1];
    for (const n of [3000, 30_000]) {
      const values = Float32Array.from({ length: n }, (_, i) => some[(i * 7) % 6] as number);
      using x = cu.array(values, { device: "cuda:0" });
      for (const largest of [true, false]) await compare(x, 500, largest);
    }
  });

  it("all equal: the first places", async () => {
    using x = cu.full([200_000], 3, { device: "cuda:0" });
    const { values, indices } = cu.topk(x, 1000);
    using _ = values;
    expect(await indices.data()).toEqual(BigInt64Array.from({ length: 1000 }, (_none, i) => BigInt(i)));
    indices.dispose();
  });
});

async function compare(x: cu.NDArray, k: number, largest: boolean): Promise<void> {
  const { values, indices } = cu.topk(x, k, { largest });
  using wide = x.astype("float64");
  using found = values.astype("float64");
  const [all, chosen, places] = await Promise.all([wide.data(), found.data(), indices.data()]);
  const n = x.shape.at(-1) as number;
  for (let row = 0; row < x.size / n; row++) {
    const own = all.subarray(row * n, row * n + n);
    const order = firstPlaces(own, largest).slice(0, k);
    const from = row * k;
    expect(Array.from(places.subarray(from, from + k), Number), `${x.dtype} ${x.shape.join()} ${k}`).toEqual(
      order,
    );
    expect([...chosen.subarray(from, from + k)]).toEqual(order.map((at) => own[at]));
  }
  values.dispose();
  indices.dispose();
}

/** NaN come last in either direction. */
function firstPlaces(values: Float64Array, largest: boolean): number[] {
  const before = (a: number, b: number): number => {
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
    if (a === b) return 0;
    return a < b === largest ? 1 : -1;
  };
  return Array.from(values.keys()).sort((p, q) => before(values[p] as number, values[q] as number) || p - q);
}
