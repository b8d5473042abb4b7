import { SUMMATION, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { multiply } from "./linear-algebra.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "matmul-naive",
  source: "matmul-naive.cu",
  kernels: ["matmul_naive"],
  *cases() {
    const rows = [
      { m: 1, n: 1, k: 1, block: [1, 1] },
      { m: 17, n: 33, k: 9, block: [8, 8] },
      { m: 64, n: 40, k: 50, block: [16, 16] },
      { m: 5, n: 100, k: 64, block: [32, 4] },
      { m: 30, n: 7, k: 0, block: [4, 16] },
    ] as const;
    for (const { m, n, k, block } of rows) {
      const random = new Random(m * n + k);
      const a = random.floats(Math.max(1, m * k));
      const b = random.floats(Math.max(1, k * n));
      const c = random.floats(m * n);
      const [alpha, beta] = [1.5, -0.5];
      const product = multiply({ rows: m, columns: k, values: a }, { rows: k, columns: n, values: b });
      yield {
        label: `${m}x${n}x${k} block=${block.join("x")}`,
        buffers: { a, b, c },
        launches: [
          {
            kernel: "matmul_naive",
            grid: [blocksFor(n, block[0]), blocksFor(m, block[1])],
            block,
            args: ["a", "b", "c", m, n, k, alpha, beta],
          },
        ],
        expect: {
          c: within(
            product.values.map((p, i) => alpha * p + beta * c[i]!),
            { absolute: product.bounds.map((bound) => 2 * bound + 4e-7), relative: 1e-6, why: SUMMATION },
          ),
        },
      };
    }
  },
} satisfies KernelCase;
