import { SUMMATION, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { multiply } from "./linear-algebra.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "matmul-tiled-16",
  source: "matmul-tiled-16.cu",
  kernels: ["matmul_tiled"],
  *cases() {
    for (const [m, n, k] of [
      [1, 1, 1],
      [16, 16, 16],
      [33, 50, 17],
      [64, 48, 100],
      [5, 70, 31],
    ] as const) {
      const random = new Random(m + n + k);
      const a = random.floats(m * k);
      const b = random.floats(k * n);
      const product = multiply({ rows: m, columns: k, values: a }, { rows: k, columns: n, values: b });
      yield {
        label: `${m}x${n}x${k}`,
        buffers: { a, b, c: new Float32Array(m * n) },
        launches: [
          {
            kernel: "matmul_tiled",
            grid: [blocksFor(n, 16), blocksFor(m, 16)],
            block: [16, 16],
            args: ["a", "b", "c", m, n, k],
          },
        ],
        expect: { c: within(product.values, { absolute: product.bounds, why: SUMMATION }) },
      };
    }
  },
} satisfies KernelCase;
