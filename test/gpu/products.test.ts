// Products on the GPU: the suite of the cpu device, and what only a GPU has: cuBLAS in graphs and on several streams, tf32.
// With CUTS_LIBCUBLAS naming a file that is not there the same tests run without cuBLAS, by the kernels of CuTS.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { withDevice } from "../../src/runtime/devices.js";
import { graph } from "../../src/runtime/graph.js";
import { scope } from "../../src/runtime/scope.js";
import { stream } from "../../src/runtime/stream.js";
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
