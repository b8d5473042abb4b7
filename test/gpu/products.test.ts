// Products on the GPU: the suite of the cpu device, and what only a GPU has: cuBLAS in graphs and on several streams, tf32.
// With CUTS_LIBCUBLAS naming a file that is not there the same tests run without cuBLAS, by the kernels of CuTS.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { withDevice } from "../../src/runtime/devices/devices.js";
import { graph } from "../../src/runtime/graphs/graph.js";
import { scope } from "../../src/runtime/lifetimes/scope.js";
import { stream } from "../../src/runtime/order/stream.js";
import { elements, matrix, naive, numbers, testProducts } from "../array/products-suite.js";
import { noGpu } from "./device.js";

if (noGpu === undefined) testProducts("cuda:0");

const why = noGpu === undefined ? "" : ` (skipped: ${noGpu})`;

describe.skipIf(noGpu !== undefined)(`products on a GPU${why}`, () => {
  const on = async (body: () => Promise<void>): Promise<void> => {
    await withDevice("cuda:0", () => scope(body));
  };
  const n = 96;
  const [a, b] = [numbers(n * n), numbers(n * n, 2)];
  const right = naive(a, b, n, n, n);

  it("are the first work of a graph, and are replayed with new values", () =>
    on(async () => {
      const x = matrix(a, [n, n], "float32", 0) as cu.NDArray<"float32">;
      const y = matrix(b, [n, n], "float32", 0) as cu.NDArray<"float32">;
      const out = cu.zeros([n, n]);
      const twice = cu.zeros([n, n]);
      const recorded = graph(() => {
        cu.matmul(x, y, { out });
        using doubled = out.mul(2);
        cu.matmul(doubled, y, { out: twice });
      });
      recorded.launch();
      expect(await elements(out)).toEqual(right);
      expect(await elements(twice)).toEqual(
        naive(
          right.map((value) => 2 * value),
          b,
          n,
          n,
          n,
        ),
      );
      x.fill(1);
      recorded.launch();
      expect(await elements(out)).toEqual(naive(new Float64Array(n * n).fill(1), b, n, n, n));
      recorded.dispose();
    }));

  it("of two long vectors are those of their parts, alone and in a graph", () =>
    on(async () => {
      for (const dtype of ["float32", "float64", "complex64", "complex128"] as const) {
        for (const size of [16_384, 16_385, 100_003]) {
          const x = cu
            .arange(2 * size)
            .remainder(7)
            .astype(dtype);
          const y = cu.arange(size).remainder(5).astype(dtype);
          // Whole numbers: every order of adding them up gives the same.
          const expected = Array.from({ length: size }, (_, i) => ((2 * i) % 7) * (i % 5));
          const [got] = (await cu.dot(x.slice("::2"), y).data()) as unknown as Float64Array;
          expect(got, `${dtype} ${size}`).toBe(expected.reduce((all, one) => all + one, 0));
        }
      }
      const x = cu.ones([50_000]);
      const out = cu.zeros([]);
      const recorded = graph(() => void cu.dot(x, x, { out }));
      recorded.launch();
      expect(await out.item()).toBe(50_000);
      x.fill(2);
      recorded.launch();
      expect(await out.item()).toBe(200_000);
      // What comes after has its factors from the host again.
      expect(await elements(cu.matmul(cu.full([3, 3], 2), cu.eye(3)))).toEqual(new Float64Array(9).fill(2));
      recorded.dispose();
    }));

  it("of batches are those of einsum and of each pair", () =>
    on(async () => {
      const x = cu.array(numbers(5 * 6 * 7)).reshape(5, 6, 7);
      const y = cu.array(numbers(5 * 7 * 4, 3)).reshape(5, 7, 4);
      const all = cu.einsum("bij,bjk->bik", x, y);
      expect(await elements(all)).toEqual(await elements(cu.matmul(x, y)));
      for (const at of [0, 4])
        expect(await elements(all.slice(at))).toEqual(
          await elements(cu.matmul(x.slice(at).copy(), y.slice(at).copy())),
        );
      const one = cu.matmul(x.slice("1:2"), y);
      expect(await elements(one.slice(3))).toEqual(await elements(cu.matmul(x.slice(1), y.slice(3))));
    }));

  it("on several streams at once do not disturb each other", () =>
    on(async () => {
      const big = 1500;
      const x = cu.ones([big, big]);
      const results = Array.from({ length: 4 }, (_, at) => {
        const own = stream();
        return own.run(() => {
          let y = cu.full([big, big], at);
          for (let times = 0; times < 6; times++) y = cu.matmul(x, y).div(big);
          return y;
        });
      });
      for (const [at, result] of (await Promise.all(results)).entries()) {
        expect(await result.min().item()).toBeCloseTo(at, 4);
        expect(await result.max().item()).toBeCloseTo(at, 4);
      }
    }));

  it("in tf32 have 11 bits of the factors, else all 24", () =>
    on(async () => {
      const x = cu.full([64, 64], 1 + 2 ** -16);
      const one = cu.eye(64);
      expect(await cu.matmul(x, one).max().item()).toBe(1 + 2 ** -16);
      const rounded = await cu.matmul(x, one, { precision: "tf32" }).max().item();
      expect([1, 1 + 2 ** -16]).toContain(rounded);
      const before = cu.matmulPrecision("tf32");
      const again = await cu.matmul(x, one).max().item();
      cu.matmulPrecision(before);
      expect(again).toBe(rounded);
    }));

  it("are close to exact for large sizes in every float type", () =>
    on(async () => {
      const size = 700;
      const values = Float64Array.from(numbers(size * size, 4), (value, i) => value / 8 + (i % 13) / 64);
      const exact = naive(values, values, size, size, size);
      const scale = exact.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      for (const [dtype, limit] of [
        ["float64", 1e-14],
        ["float32", 1e-6],
        ["float16", 2e-3],
        ["bfloat16", 1e-2],
      ] as const) {
        const x = cu.array(values, { dtype: "float64" }).reshape(size, size).astype(dtype);
        const got = await elements(cu.matmul(x, x));
        const worst = got.reduce(
          (most, value, i) => Math.max(most, Math.abs(value - (exact[i] as number))),
          0,
        );
        expect(worst / scale, dtype).toBeLessThan(limit);
      }
    }));
});
