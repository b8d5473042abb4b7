import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { rowsOf } from "./linear-algebra.js";
import { Random } from "./random.js";

export default {
  name: "layer-norm",
  source: "layer-norm.cu",
  kernels: ["layer_norm"],
  *cases() {
    for (const [rows, columns, block] of [
      [1, 4, 32],
      [6, 100, 64],
      [3, 768, 256],
      [10, 65, 128],
    ] as const) {
      const random = new Random(columns);
      const x = random.floats(rows * columns, -3, 5);
      const gamma = random.floats(columns, 0.5, 1.5);
      const beta = random.floats(columns);
      const epsilon = 1e-5;
      const statistics = rowsOf(x, columns).map((row) => {
        const mean = row.reduce((sum, v) => sum + v, 0) / columns;
        const variance = row.reduce((sum, v) => sum + (v - mean) ** 2, 0) / columns;
        return { row, mean, inverse: 1 / Math.sqrt(variance + epsilon) };
      });
      const y = statistics.flatMap(({ row, mean, inverse }) =>
        row.map((v, c) => (v - mean) * inverse * gamma[c]! + beta[c]!),
      );
      const why = "sums of up to 768 float32 values, then a handful of roundings";
      yield {
        label: `${rows}x${columns} block=${block}`,
        buffers: {
          x,
          gamma,
          beta,
          y: new Float32Array(x.length),
          means: new Float32Array(rows),
          inverses: new Float32Array(rows),
        },
        launches: [
          {
            kernel: "layer_norm",
            grid: rows,
            block,
            args: ["x", "gamma", "beta", "y", "means", "inverses", columns, epsilon],
          },
        ],
        expect: {
          y: within(y, { absolute: 1e-5, why }),
          means: within(
            statistics.map(({ mean }) => mean),
            { absolute: 1e-5, why },
          ),
          inverses: within(
            statistics.map(({ inverse }) => inverse),
            { relative: 1e-5, why },
          ),
        },
      };
    }
  },
} satisfies KernelCase;
