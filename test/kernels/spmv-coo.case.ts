import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";
import { entriesOf, randomPattern } from "./sparse.js";

export default {
  name: "spmv-coo",
  source: "spmv-coo.cu",
  kernels: ["spmv_coo"],
  *cases() {
    for (const [rows, columnCount, longest, block] of [
      [1, 1, 1, 32],
      [50, 100, 30, 64],
      [300, 60, 6, 128],
    ] as const) {
      const random = new Random(rows);
      const pattern = randomPattern(random, rows, columnCount, longest);
      const rowOf = Int32Array.from(
        Array.from({ length: rows }, (_, r) => entriesOf(pattern, r).map(() => r)).flat(),
      );
      // Small integers: the sums are exact, whatever the order of the atomics.
      const values = Float32Array.from(random.integers(rowOf.length, -9, 10));
      const x = Float32Array.from(random.integers(columnCount, -9, 10));
      const y = Float32Array.from(random.integers(rows, -9, 10));
      const expected = y.map((old, r) =>
        entriesOf(pattern, r).reduce((sum, { column, at }) => sum + values[at]! * x[column]!, old),
      );
      yield {
        label: `${rows}x${columnCount} entries=${rowOf.length} block=${block}`,
        buffers: { rows: rowOf, columns: pattern.columns, values, x, y },
        launches: [
          {
            kernel: "spmv_coo",
            grid: blocksFor(rowOf.length, block),
            block,
            args: [rowOf.length, "rows", "columns", "values", "x", "y"],
          },
        ],
        expect: { y: exactly(expected) },
      };
    }
  },
} satisfies KernelCase;
