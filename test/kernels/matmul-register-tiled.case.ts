import { FLOAT32_ROUNDING, FLOAT64_ROUNDING, SUMMATION, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { multiply } from "./linear-algebra.js";
import { Random } from "./random.js";

const instances = [
  {
    kernel: "matmul_registers<float, 64, 64, 8, 8, 8>",
    tile: [64, 64],
    threads: 64,
    sizes: [64, 128, 16],
    double: false,
  },
  {
    kernel: "matmul_registers<float, 32, 64, 16, 4, 4>",
    tile: [32, 64],
    threads: 128,
    sizes: [64, 64, 48],
    double: false,
  },
  {
    kernel: "matmul_registers<double, 32, 32, 8, 2, 4>",
    tile: [32, 32],
    threads: 128,
    sizes: [32, 96, 40],
    double: true,
  },
] as const;

export default {
  name: "matmul-register-tiled",
  source: "matmul-register-tiled.cu",
  kernels: instances.map(({ kernel }) => kernel),
  *cases() {
    for (const { kernel, tile, threads, sizes, double } of instances) {
      const [m, n, k] = sizes;
      for (const seed of [1, 2]) {
        const random = new Random(seed);
        const [a, b] = double
          ? [random.doubles(m * k), random.doubles(k * n)]
          : [random.floats(m * k), random.floats(k * n)];
        const product = multiply(
          { rows: m, columns: k, values: a },
          { rows: k, columns: n, values: b },
          // The oracle's own double precision sums are no better than the kernel's, so allow twice the bound.
          double ? 2 * FLOAT64_ROUNDING : FLOAT32_ROUNDING,
        );
        yield {
          label: `${kernel} ${m}x${n}x${k} seed=${seed}`,
          buffers: { a, b, c: double ? new Float64Array(m * n) : new Float32Array(m * n) },
          launches: [
            { kernel, grid: [n / tile[1], m / tile[0]], block: threads, args: ["a", "b", "c", n, k] },
          ],
          expect: { c: within(product.values, { absolute: product.bounds, why: SUMMATION }) },
        };
      }
    }
  },
} satisfies KernelCase;
