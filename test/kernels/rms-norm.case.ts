import { exactly, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { rowsOf } from "./linear-algebra.js";
import { Random } from "./random.js";

export default {
  name: "rms-norm",
  source: "rms-norm.cu",
  kernels: ["fused_add_rms_norm"],
  *cases() {
    for (const [rows, columns, block] of [
      [1, 2, 32],
      [5, 130, 64],
      [4, 512, 128],
      [2, 1000, 1024],
    ] as const) {
      const random = new Random(columns);
      const residual = random.floats(rows * columns);
      const x = random.floats(rows * columns);
      const weight = random.floats(columns, 0.5, 1.5);
      const epsilon = 1e-6;
      const sum = residual.map((r, i) => r + x[i]!);
      const out = rowsOf(sum, columns).flatMap((row) => {
        const square = row.reduce((total, v) => total + v * v, 0) / columns;
        return row.map((v, c) => (v / Math.sqrt(square + epsilon)) * weight[c]!);
      });
      yield {
        label: `${rows}x${columns} block=${block}`,
        buffers: { residual, x, weight, out: new Float32Array(x.length) },
        launches: [
          {
            kernel: "fused_add_rms_norm",
            grid: rows,
            block,
            args: ["residual", "x", "weight", "out", columns / 2, epsilon],
          },
        ],
        expect: {
          residual: exactly(sum),
          out: within(out, { relative: 1e-5, why: "a sum of squares in any order, and rsqrtf at 2 ulp" }),
        },
      };
    }
  },
} satisfies KernelCase;
