import { FLOAT64_ROUNDING, SUMMATION, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { multiply } from "./linear-algebra.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "matvec-warp",
  source: "matvec-warp.cu",
  kernels: ["matvec_warp"],
  *cases() {
    for (const [rows, columns, warps] of [
      [1, 1, 1],
      [37, 100, 4],
      [50, 700, 8],
      [9, 257, 3],
    ] as const) {
      const random = new Random(rows);
      const a = random.doubles(rows * columns);
      const x = random.doubles(columns);
      const product = multiply(
        { rows, columns, values: a },
        { rows: columns, columns: 1, values: x },
        2 * FLOAT64_ROUNDING,
      );
      yield {
        label: `${rows}x${columns} block=32x${warps}`,
        buffers: { a, x, y: new Float64Array(rows) },
        launches: [
          {
            kernel: "matvec_warp",
            grid: blocksFor(rows, warps),
            block: [32, warps],
            args: ["a", "x", "y", rows, columns],
          },
        ],
        expect: {
          y: within(product.values, { absolute: product.bounds, why: `${SUMMATION}; the oracle's too` }),
        },
      };
    }
  },
} satisfies KernelCase;
