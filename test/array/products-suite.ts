// Products on one device, beside the NumPy table: sizes around those of tiles and panels, layouts, batches, accuracy,
// `out`, memory. Elements are small whole numbers, so that every order of summation gives the same.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import type { DType } from "../../src/core/dtype.js";
import { withDevice } from "../../src/runtime/devices/devices.js";
import { liveHandles } from "../../src/runtime/lifetimes/handle.js";
import { scope } from "../../src/runtime/lifetimes/scope.js";

type Values = Float64Array;
type Rows = readonly [rows: number, columns: number];

/** Whole numbers from -3 to 3 that are the same in every run. */
export function numbers(count: number, seed = 1): Values {
  let state = seed;
  return Float64Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state % 7) - 3;
  });
}

/** A matrix of these numbers in one of four layouts: rows, columns, every second of both, backwards. */
export function matrix(values: Values, [rows, columns]: Rows, dtype: DType, layout: number): cu.NDArray {
  const make = (list: Values, shape: number[]): cu.NDArray =>
    cu.array(list, { dtype: "float64" }).astype(dtype).reshape(shape);
  const at = (list: Values, i: number): number => list[i] as number;
  if (layout === 0) return make(values, [rows, columns]);
  if (layout === 1) {
    const turned = Float64Array.from(values, (_, i) =>
      at(values, (i % rows) * columns + Math.floor(i / rows)),
    );
    return make(turned, [columns, rows]).T;
  }
  if (layout === 2) {
    const wide = new Float64Array(4 * rows * columns).fill(7);
    values.forEach((value, i) => {
      wide[4 * columns * Math.floor(i / columns) + 2 * (i % columns)] = value;
    });
    return make(wide, [2 * rows, 2 * columns]).slice(["::2", "::2"]);
  }
  return make(values.toReversed(), [rows, columns]).slice(["::-1", "::-1"]);
}

/** The product by its definition. */
export function naive(a: Values, b: Values, m: number, k: number, n: number): Values {
  const c = new Float64Array(m * n);
  for (let i = 0; i < m; i++)
    for (let p = 0; p < k; p++)
      for (let j = 0; j < n; j++)
        c[i * n + j] = (c[i * n + j] as number) + (a[i * k + p] as number) * (b[p * n + j] as number);
  return c;
}

/** The elements as float64. */
export async function elements(x: cu.NDArray): Promise<Values> {
  using wide = x.astype("float64");
  // Zeros without their sign: that of a sum of zeros depends on its order.
  return Float64Array.from(await wide.data(), (value) => value + 0);
}

/** Defines the tests. */
export function testProducts(device: string): void {
  const on = async (body: () => Promise<void>): Promise<void> => {
    await withDevice(device, () => scope(body));
  };

  describe(`matmul on ${device}`, () => {
    const sizes = [
      [1, 1, 1],
      [7, 9, 5],
      [8, 8, 8],
      [130, 200, 141],
      [65, 385, 9],
      [1, 5000, 3],
      [70, 300, 1],
      [1, 40_000, 1],
    ] as const;
    for (const dtype of ["float32", "float64", "int32", "int64", "float16"] as const) {
      it(`of ${dtype} in any layout`, { timeout: 600_000 }, () =>
        on(async () => {
          for (const [at, [m, k, n]] of sizes.entries()) {
            const a = numbers(m * k, at + 1);
            const b = numbers(k * n, at + 50);
            const right = naive(a, b, m, k, n);
            // 16-bit floats have 11 bits.
            if (dtype === "float16" && right.some((value) => Math.abs(value) > 2048)) continue;
            for (const [first, second] of [
              [0, 0],
              [1, 0],
              [0, 1],
              [2, 3],
            ] as const) {
              const c = cu.matmul(matrix(a, [m, k], dtype, first), matrix(b, [k, n], dtype, second));
              expect(c.dtype).toBe(dtype);
              expect(await elements(c), `${m} ${k} ${n}, layouts ${first} ${second}`).toEqual(right);
            }
          }
        }),
      );
    }

    it("of complex numbers", { timeout: 600_000 }, () =>
      on(async () => {
        const [m, k, n] = [99, 130, 101];
        const parts = [1, 2, 3, 4].map((seed) => numbers(seed < 3 ? m * k : k * n, seed));
        const [ar, ai, br, bi] = parts as [Values, Values, Values, Values];
        const plus = (x: Values, y: Values, sign: number): Values =>
          x.map((value, i) => value + sign * (y[i] as number));
        const re = plus(naive(ar, br, m, k, n), naive(ai, bi, m, k, n), -1);
        const im = plus(naive(ar, bi, m, k, n), naive(ai, br, m, k, n), 1);
        const interleaved = (x: Values, y: Values): Values =>
          Float64Array.from({ length: 2 * x.length }, (_, i) => (i % 2 === 0 ? x : y)[i >> 1] as number);
        for (const dtype of ["complex64", "complex128"] as const) {
          const make = (x: Values, y: Values, shape: number[]): cu.NDArray =>
            cu.buffer("complex128", interleaved(x, y)).astype(dtype).reshape(shape);
          for (const c of [
            cu.matmul(make(ar, ai, [m, k]), make(br, bi, [k, n])),
            cu.matmul(make(br, bi, [k, n]).T, make(ar, ai, [m, k]).T).T,
          ]) {
            expect(await elements(cu.real(c))).toEqual(re);
            expect(await elements(cu.imag(c))).toEqual(im);
          }
        }
      }),
    );

    it("of batches that broadcast, along axes that cannot be joined", { timeout: 600_000 }, () =>
      on(async () => {
        const a = cu
          .array(numbers(2 * 3 * 4 * 5 * 6))
          .astype("float32")
          .reshape(2, 3, 4, 5, 6);
        const b = cu
          .array(numbers(3 * 6 * 7, 9))
          .astype("float32")
          .reshape(3, 1, 6, 7);
        const all = await elements(cu.matmul(a.transpose(2, 1, 0, 3, 4), b));
        const [first, second] = [await elements(a), await elements(b)];
        for (let i = 0; i < 4; i++)
          for (let j = 0; j < 3; j++)
            for (let l = 0; l < 2; l++) {
              const from = 30 * ((l * 3 + j) * 4 + i);
              const right = naive(first.slice(from, from + 30), second.slice(42 * j, 42 * (j + 1)), 5, 6, 7);
              const to = 35 * ((i * 3 + j) * 2 + l);
              expect(all.slice(to, to + 35)).toEqual(right);
            }
      }),
    );

    it("of random shapes and layouts", { timeout: 600_000 }, () =>
      on(async () => {
        const size = fc.integer({ min: 0, max: 20 });
        const layout = fc.integer({ min: 0, max: 3 });
        await fc.assert(
          fc.asyncProperty(size, size, size, layout, layout, async (m, k, n, first, second) => {
            const [a, b] = [numbers(m * k, 3), numbers(k * n, 5)];
            await scope(async () => {
              const x = matrix(a, [m, k], "float32", first);
              const y = matrix(b, [k, n], "float32", second);
              const c = cu.matmul(x, y);
              expect(c.shape).toEqual([m, n]);
              expect(await elements(c)).toEqual(naive(a, b, m, k, n));
              expect(await elements(cu.matmul(y.T, x.T).T)).toEqual(await elements(c));
            });
          }),
          { numRuns: 40 },
        );
      }),
    );

    it("adds up 16-bit floats as float32", { timeout: 600_000 }, () =>
      on(async () => {
        // One after the other in 16 bits the sum would stay at 2048 and at 256.
        for (const dtype of ["float16", "bfloat16"] as const) {
          const a = cu.ones([9, 4096], { dtype });
          for (const b of [cu.ones([4096, 10], { dtype }), cu.ones([4096, 1], { dtype })]) {
            const c = await elements(cu.matmul(a, b));
            expect(new Set(c)).toEqual(new Set([4096]));
          }
        }
      }),
    );

    it("is exact to a few ulps where k is long", { timeout: 600_000 }, () =>
      on(async () => {
        const k = 100_000;
        const values = Float32Array.from({ length: k }, (_, i) => 0.1 + (i % 97) / 1000);
        const exact = values.reduce((sum, value) => sum + value * Math.fround(0.3), 0);
        const row = cu.array(values).reshape(1, k);
        const column = cu.full([k, 1], 0.3);
        const many = cu.matmul(cu.broadcastTo(row, [9, k]), cu.broadcastTo(column, [k, 9]));
        for (const c of [cu.matmul(row, column), many]) {
          // Blocked sums of n terms in runs of r lose about (r + n / r) / 2 ulps at worst, and far less as a rule.
          for (const value of await elements(c))
            expect(Math.abs(value - exact) / exact).toBeLessThan(2 ** -17);
        }
      }),
    );

    it("keeps NaN and infinities where they belong", { timeout: 600_000 }, () =>
      on(async () => {
        const a = cu.ones([9, 9]);
        a.slice([3, 4]).fill(Number.NaN);
        a.slice([5, 6]).fill(Number.POSITIVE_INFINITY);
        const c = (await cu.matmul(a, cu.ones([9, 9])).tolist()) as number[][];
        for (const [i, row] of c.entries())
          expect(row).toEqual(Array(9).fill(i === 3 ? Number.NaN : i === 5 ? Number.POSITIVE_INFINITY : 9));
      }),
    );

    it("gives zeros where there is nothing to add up", { timeout: 600_000 }, () =>
      on(async () => {
        expect(await cu.matmul(cu.ones([2, 0]), cu.ones([0, 3])).tolist()).toEqual([
          [0, 0, 0],
          [0, 0, 0],
        ]);
        expect(cu.matmul(cu.ones([0, 3]), cu.ones([3, 2])).shape).toEqual([0, 2]);
        expect(
          await cu.matmul(cu.ones([0], { dtype: "int64" }), cu.ones([0], { dtype: "int64" })).item(),
        ).toBe(0n);
      }),
    );

    it("writes into `out`, also of any layout and over its operands", { timeout: 600_000 }, () =>
      on(async () => {
        const [a, b] = [numbers(81), numbers(81, 2)];
        const right = naive(a, b, 9, 9, 9);
        const operands = (): [cu.NDArray<"float32">, cu.NDArray<"float32">] => [
          matrix(a, [9, 9], "float32", 0) as cu.NDArray<"float32">,
          matrix(b, [9, 9], "float32", 0) as cu.NDArray<"float32">,
        ];
        const [x, y] = operands();
        const out = cu.zeros([9, 9]);
        expect(cu.matmul(x, y, { out })).toBe(out);
        expect(await elements(out)).toEqual(right);
        const wide = cu.zeros([18, 18]);
        x.matmul(y, { out: wide.slice(["::2", "1::2"]) });
        expect(await elements(wide.slice(["::2", "1::2"]))).toEqual(right);
        expect(await wide.sum().item()).toBe(right.reduce((sum, value) => sum + value, 0));
        x.matmul(y, { out: x });
        expect(await elements(x)).toEqual(right);
        const small = cu.zeros([9, 9], { dtype: "uint8" });
        const bytes = cu.full([9, 9], 20, { dtype: "uint8" });
        cu.matmul(bytes, bytes, { out: small });
        expect(new Set(await small.data())).toEqual(new Set([(9 * 400) % 256]));
      }),
    );

    it("leaves nothing behind", { timeout: 600_000 }, () =>
      on(async () => {
        const a = matrix(numbers(81), [9, 9], "float32", 3);
        const b = matrix(numbers(81), [9, 9], "int8", 2);
        const before = liveHandles().length;
        for (const make of [
          () => cu.matmul(a, b),
          () => cu.dot(b, b),
          () => cu.vecdot(a, b),
          () => cu.tensordot(a, b),
          () => cu.einsum("ij,kj,ki->i", a, b, a),
          () => cu.kron(a, b),
          () => cu.linalg.multiDot([a, b, a]),
          () => cu.linalg.matrixPower(a, 5),
          () => cu.linalg.norm(a, { ord: 1 }),
        ]) {
          make().dispose();
          expect(liveHandles().length).toBe(before);
        }
      }),
    );
  });

  describe(`einsum on ${device}`, () => {
    it("is the sum that its subscripts say", { timeout: 600_000 }, () =>
      on(async () => {
        const labels = ["a", "b", "c", "d"];
        const sizes = new Map(labels.map((label, at) => [label, at + 2]));
        const term = fc.array(fc.constantFrom(...labels), { minLength: 1, maxLength: 4 });
        const terms = fc.array(term, { minLength: 1, maxLength: 3 });
        await fc.assert(
          fc.asyncProperty(terms, fc.shuffledSubarray(labels), async (inputs, wanted) => {
            const output = wanted.filter((label) => inputs.flat().includes(label));
            const text = `${inputs.map((one) => one.join("")).join()}->${output.join("")}`;
            await scope(async () => {
              const shapes = inputs.map((one) => one.map((label) => sizes.get(label) as number));
              const values = shapes.map((shape, at) => numbers(product(shape), at + 2));
              const arrays = values.map((list, at) =>
                cu.array(list, { dtype: "float64" }).reshape(shapes[at] as number[]),
              );
              const made = cu.einsum(text, ...arrays);
              expect(await elements(made), text).toEqual(einsumByDefinition(inputs, output, sizes, values));
            });
          }),
          { numRuns: 60 },
        );
      }),
    );
  });
}

function product(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all * size, 1);
}

/** Walks through all values of all labels. */
function einsumByDefinition(
  inputs: readonly (readonly string[])[],
  output: readonly string[],
  sizes: ReadonlyMap<string, number>,
  values: readonly Values[],
): Values {
  const labels = [...new Set(inputs.flat())];
  const sizeOf = (label: string): number => sizes.get(label) as number;
  const result = new Float64Array(product(output.map(sizeOf)));
  const index = new Map(labels.map((label) => [label, 0]));
  const place = (names: readonly string[]): number =>
    names.reduce((at, label) => at * sizeOf(label) + (index.get(label) as number), 0);
  const walk = (depth: number): void => {
    const label = labels[depth];
    if (label === undefined) {
      const one = inputs.reduce((all, names, at) => all * (values[at]?.[place(names)] as number), 1);
      result[place(output)] = (result[place(output)] as number) + one;
      return;
    }
    for (let i = 0; i < sizeOf(label); i++) {
      index.set(label, i);
      walk(depth + 1);
    }
  };
  walk(0);
  return result;
}
