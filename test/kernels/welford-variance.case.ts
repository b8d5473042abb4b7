import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "welford-variance",
  source: "welford-variance.cu",
  kernels: ["row_moments"],
  *cases() {
    for (const [rows, columns, warps] of [
      [1, 1, 1],
      [5, 33, 2],
      [4, 1000, 8],
      [9, 500, 3],
    ] as const) {
      // A mean far from 0, where the textbook E[x²] - E[x]² would lose everything.
      const matrix = new Random(columns).floats(rows * columns, 99, 101);
      const table = Array.from({ length: rows }, (_, r) => [
        ...matrix.subarray(r * columns, (r + 1) * columns),
      ]);
      const mean = (values: readonly number[]): number =>
        values.reduce((sum, v) => sum + v, 0) / values.length;
      const means = table.map(mean);
      const why = "each merge rounds values near 100 to 2^-18; the variance sees differences of such means";
      yield {
        label: `${rows}x${columns} block=32x${warps}`,
        buffers: { matrix, means: new Float32Array(rows), variances: new Float32Array(rows) },
        launches: [
          {
            kernel: "row_moments",
            grid: rows,
            block: [32, warps],
            args: ["matrix", columns, "means", "variances"],
          },
        ],
        expect: {
          means: within(means, { absolute: 1e-4, why }),
          variances: within(
            table.map((row, r) => mean(row.map((v) => (v - means[r]!) ** 2))),
            { absolute: 1e-4, why },
          ),
        },
      };
    }
  },
} satisfies KernelCase;
