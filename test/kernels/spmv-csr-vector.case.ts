import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { entriesOf, randomPattern } from "./sparse.js";

export default {
  name: "spmv-csr-vector",
  source: "spmv-csr-vector.cu",
  kernels: ["spmv_csr_vector"],
  *cases() {
    for (const [rows, columnCount, longest, grid, block, beta] of [
      [1, 5, 3, 1, 32, 0],
      [100, 200, 90, 2, 128, 1],
      [77, 300, 40, 3, 64, -0.5],
    ] as const) {
      const random = new Random(rows);
      const pattern = randomPattern(random, rows, columnCount, longest);
      const values = random.doubles(pattern.columns.length);
      const x = random.doubles(columnCount);
      // With beta = 0 the old y must not matter, not even when it is NaN.
      const y = beta === 0 ? new Float64Array(rows).fill(Number.NaN) : random.doubles(rows);
      const alpha = 1.25;
      const expected = y.map((old, r) => {
        const sum = entriesOf(pattern, r).reduce(
          (total, { column, at }) => total + values[at]! * x[column]!,
          0,
        );
        return alpha * sum + (beta === 0 ? 0 : beta * old);
      });
      yield {
        label: `${rows}x${columnCount} grid=${grid} block=${block} beta=${beta}`,
        buffers: { offsets: pattern.offsets, columns: pattern.columns, values, x, y },
        launches: [
          {
            kernel: "spmv_csr_vector",
            grid,
            block,
            args: [rows, "offsets", "columns", "values", "x", "y", alpha, beta],
          },
        ],
        expect: { y: within(expected, { absolute: 1e-12, why: "double sums of at most 300 terms below 1" }) },
      };
    }
  },
} satisfies KernelCase;
