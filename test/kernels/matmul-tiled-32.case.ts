import { SUMMATION, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { multiply } from "./linear-algebra.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "matmul-tiled-32",
  source: "matmul-tiled-32.cu",
  kernels: ["matmul_tiled_2"],
  *cases() {
    for (const [m, n, k] of [
      [1, 1, 1],
      [32, 32, 32],
      [65, 40, 33],
      [20, 90, 70],
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
            kernel: "matmul_tiled_2",
            grid: [blocksFor(n, 32), blocksFor(m, 32)],
            block: [32, 16],
            args: ["a", "b", "c", m, n, k],
          },
        ],
        expect: { c: within(product.values, { absolute: product.bounds, why: SUMMATION }) },
      };
    }
  },
} satisfies KernelCase;
