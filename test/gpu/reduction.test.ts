// Reductions on a GPU against sums in double made here: rows and columns of every width, in vectors and not, cut into parts or
// not, and along axes with others between them.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { noGpu } from "./device.js";

const on = { device: "cuda:0" } as const;

/** Numbers that repeat nowhere soon, small enough to be exact in any dtype. */
function values(count: number): number[] {
  let state = 12_345;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % 17;
  });
}

/** What an array of [outer, n, inner] gives for each result. */
function reduced<T>(
  data: readonly number[],
  [outer, n, inner]: readonly [number, number, number],
  join: (column: number[]) => T,
): T[] {
  return Array.from({ length: outer * inner }, (_, at) => {
    const first = Math.floor(at / inner) * n * inner + (at % inner);
    return join(Array.from({ length: n }, (__, k) => data[first + k * inner] as number));
  });
}

const add = (list: number[]): number => list.reduce((a, b) => a + b, 0);
const largest = (list: number[]): number => list.reduce((a, b) => Math.max(a, b), -Infinity);

const widths = [
  1, 2, 3, 4, 5, 7, 8, 10, 16, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 260, 1000,
];
const dtypes = ["uint8", "int32", "int64", "float16", "float32", "float64"] as const;

describe.skipIf(noGpu !== undefined)(`reductions on a GPU ${noGpu ?? ""}`, () => {
  it.each(dtypes)("of columns of any width, %s", async (dtype) => {
    for (const inner of widths) {
      for (const [outer, n] of [
        [1, 1],
        [1, 3],
        [3, 7],
        [1, 601],
        [5, 130],
        [1, Math.ceil(90_000 / inner)],
      ] as const) {
        const data = values(outer * n * inner).map((x) => (dtype === "float16" && n > 100 ? x % 2 : x));
        using x = cu.array(data, { dtype, ...on }).reshape(outer, n, inner);
        const shape = [outer, n, inner] as const;
        const what = `${dtype}[${shape.join()}]`;
        using sum = x.sum(1);
        // A half has no room for larger ones.
        const isExact = dtype !== "float16" || n <= 2048;
        if (isExact) expect(await numbers(sum), what).toEqual(reduced(data, shape, add));
        using max = x.max(1);
        expect(await numbers(max), what).toEqual(reduced(data, shape, largest));
      }
    }
  });

  it("of columns that begin anywhere", async () => {
    const data = values(4 * 100 * 36 + 3);
    for (const shift of [0, 1, 2, 3]) {
      using all = cu.array(data, { dtype: "float32", ...on });
      using x = all.slice([`${shift}:${shift + 4 * 100 * 36}`]).reshape(4, 100, 36);
      using sum = x.sum(1);
      const expected = reduced(data.slice(shift), [4, 100, 36], add);
      expect(await numbers(sum)).toEqual(expected);
    }
  });

  it.each([
    [
      [128, 32, 64],
      [0, 2],
    ],
    [
      [16, 20, 16, 20],
      [1, 3],
    ],
    [
      [16, 20, 24, 5],
      [0, 2],
    ],
    [
      [3, 300, 2, 40, 7],
      [1, 3],
    ],
    [
      [2, 3, 100_000],
      [0, 2],
    ],
    [
      [50, 70, 2],
      [0, 2],
    ],
    [
      [9, 1, 30, 1, 40],
      [0, 1, 4],
    ],
  ] as const)(
    "of %j along %j, with others between them",
    async (shape: readonly number[], axes: readonly number[]) => {
      const size = shape.reduce((a, b) => a * b, 1);
      const data = values(size);
      using x = cu.array(data, { dtype: "float32", ...on }).reshape(shape);
      const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((a, b) => a * b, 1));
      const kept = [...shape.keys()].filter((axis) => !axes.includes(axis));
      const expected = new Map<number, number>();
      data.forEach((value, at) => {
        let place = 0;
        for (const axis of kept)
          place =
            place * (shape[axis] as number) +
            (Math.floor(at / (strides[axis] as number)) % (shape[axis] as number));
        expected.set(place, (expected.get(place) ?? 0) + value);
      });
      const list = Array.from({ length: expected.size }, (_, place) => expected.get(place));
      using sum = x.sum([...axes]);
      expect(sum.shape).toEqual(kept.map((axis) => shape[axis]));
      expect(await numbers(sum)).toEqual(list);
      using mean = cu.mean(x, { axis: [...axes], keepdims: true });
      const count = size / expected.size;
      (await mean.data()).forEach((value, at) => {
        expect(value).toBeCloseTo((list[at] as number) / count, 4);
      });
    },
  );

  it.each([
    [1, 1],
    [1, 2],
    [7, 3],
    [4096, 64],
    [300, 4096],
    [100, 1001],
    [3, 100_003],
    [1, 1_000_000],
  ])("the variance of %d rows of %d, far from zero", async (rows, n) => {
    for (const dtype of ["float32", "float64"] as const) {
      const data = values(rows * n).map((x) => x + 100_000);
      using x = cu.array(data, { dtype, ...on }).reshape(rows, n);
      using found = cu.var(x, 1);
      const got = await found.data();
      reduced(data, [rows, n, 1], (row) => {
        const mean = add(row) / n;
        return add(row.map((one) => (one - mean) ** 2)) / n;
      }).forEach((expected, at) => {
        expect(Math.abs((got[at] as number) - expected)).toBeLessThanOrEqual(1e-5 * Math.max(expected, 1e-3));
      });
      using same = cu.full([rows, n], 0.1, { dtype, ...on });
      using none = cu.std(same, 1);
      expect(await cu.all(none.less(1e-6)).item()).toBe(true);
    }
    using bad = cu.array([1, Number.NaN, 3, Infinity], on);
    expect(await cu.var(bad).item()).toBeNaN();
  });

  it.each([
    [1, 1],
    [5, 3],
    [1000, 100],
    [1000, 101],
    [64, 4096],
    [3, 100_001],
    [1, 3_000_000],
  ])("the first of the largest and smallest of %d rows of %d", async (rows, n) => {
    const data = values(rows * n);
    for (const dtype of ["float32", "float64", "int32", "int64"] as const) {
      using x = cu.array(data, { dtype, ...on }).reshape(rows, n);
      for (const [found, best] of [
        [x.argmax(1), (row: number[]) => row.indexOf(largest(row))],
        [x.argmin(1), (row: number[]) => row.indexOf(-largest(row.map((one) => -one)))],
      ] as const) {
        expect(await numbers(found)).toEqual(reduced(data, [rows, n, 1], best));
        found.dispose();
      }
    }
    const places = [Math.floor(n / 3), n - 1];
    const withNaN = data.map((x, at) => (places.includes(at % n) ? Number.NaN : x));
    using y = cu.array(withNaN, { dtype: "float32", ...on }).reshape(rows, n);
    expect(await numbers(y.argmax(1))).toEqual(Array.from({ length: rows }, () => places[0]));
  });

  it.each([1, 2, 3, 4, 15, 16, 17, 100, 101, 128, 1000, 4095, 4096, 4097, 5000])(
    "softmax and its logarithm of rows of %d",
    async (n) => {
      const data = values(9 * n).map((x, at) => (at >= 8 * n ? (at % n === n - 1 ? 0 : -Infinity) : x / 3));
      using x = cu.array(data, { dtype: "float32", ...on }).reshape(9, n);
      using found = x.softmax({ axis: 1 });
      using logs = cu.logSoftmax(x, 1);
      const [got, gotLogs] = [await found.data(), await logs.data()];
      for (let row = 0; row < 9; row++) {
        const own = data.slice(row * n, row * n + n);
        const total = add(own.map((one) => Math.exp(one)));
        own.forEach((one, at) => {
          expect(got[row * n + at]).toBeCloseTo(Math.exp(one) / total, 6);
          const log = one - Math.log(total);
          if (log === -Infinity) expect(gotLogs[row * n + at]).toBe(log);
          else expect(gotLogs[row * n + at]).toBeCloseTo(log, 4);
        });
      }
    },
  );
});

/** The elements of an array. */
async function numbers(x: cu.NDArray): Promise<number[]> {
  using wide = x.astype("float64");
  return [...(await wide.data())];
}
