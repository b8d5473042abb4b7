import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { entriesOf, randomPattern } from "./sparse.js";

export default {
  name: "spmv-ell",
  source: "spmv-ell.cu",
  kernels: ["spmv_ell"],
  *cases() {
    for (const [rows, columnCount, grid, block] of [
      [1, 1, 1, 32],
      [100, 20, 1, 64],
      [333, 30, 5, 96],
    ] as const) {
      const random = new Random(rows);
      const pattern = randomPattern(random, rows, columnCount, 12);
      const slots = columnCount; // the long row fills them
      const columns = new Int32Array(slots * rows).fill(-1);
      const values = new Float32Array(slots * rows);
      const x = random.floats(columnCount);
      const expected = Float64Array.from({ length: rows }, (_, row) =>
        entriesOf(pattern, row).reduce((sum, { column }, slot) => {
          columns[slot * rows + row] = column;
          values[slot * rows + row] = random.uniform(-1, 1);
          return sum + values[slot * rows + row]! * x[column]!;
        }, 0),
      );
      yield {
        label: `${rows}x${columnCount} grid=${grid} block=${block}`,
        buffers: { columns, values, x, y: new Float32Array(rows) },
        launches: [{ kernel: "spmv_ell", grid, block, args: [rows, slots, "columns", "values", "x", "y"] }],
        expect: { y: within(expected, { absolute: 2e-5, why: "at most 30 roundings of sums below 30" }) },
      };
    }
  },
} satisfies KernelCase;
