import { SUMMATION, summationBound, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";
import { entriesOf, randomPattern } from "./sparse.js";

export default {
  name: "spmv-csr-scalar",
  source: "spmv-csr-scalar.cu",
  kernels: ["spmv_csr_scalar"],
  *cases() {
    for (const [rows, columnCount, longest, block] of [
      [1, 1, 1, 32],
      [200, 150, 20, 64],
      [500, 80, 9, 256],
    ] as const) {
      const random = new Random(rows);
      const pattern = randomPattern(random, rows, columnCount, longest);
      const values = random.floats(pattern.columns.length);
      const x = random.floats(columnCount);
      const terms = Array.from({ length: rows }, (_, r) =>
        entriesOf(pattern, r).map(({ column, at }) => values[at]! * x[column]!),
      );
      yield {
        label: `${rows}x${columnCount} longest=${longest} block=${block}`,
        buffers: { offsets: pattern.offsets, columns: pattern.columns, values, x, y: new Float32Array(rows) },
        launches: [
          {
            kernel: "spmv_csr_scalar",
            grid: blocksFor(rows, block),
            block,
            args: [rows, "offsets", "columns", "values", "x", "y"],
          },
        ],
        expect: {
          y: within(
            terms.map((row) => row.reduce((sum, t) => sum + t, 0)),
            {
              absolute: Float64Array.from(terms, (row) =>
                summationBound(
                  row.length,
                  row.reduce((sum, t) => sum + Math.abs(t), 0),
                ),
              ),
              why: SUMMATION,
            },
          ),
        },
      };
    }
  },
} satisfies KernelCase;
