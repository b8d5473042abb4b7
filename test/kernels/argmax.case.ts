import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "argmax",
  source: "argmax.cu",
  kernels: ["argmax_rows"],
  *cases() {
    for (const [rows, columns, block] of [
      [1, 1, 32],
      [7, 100, 64],
      [3, 1000, 256],
      [20, 37, 128],
    ] as const) {
      // Few distinct values, so that ties occur and the first one must win.
      const matrix = Float32Array.from(new Random(columns).integers(rows * columns, -20, 20));
      const table = Array.from({ length: rows }, (_, r) => matrix.subarray(r * columns, (r + 1) * columns));
      const largest = table.map((row) => Math.max(...row));
      yield {
        label: `${rows}x${columns} block=${block}`,
        buffers: { matrix, values: new Float32Array(rows), indices: new Int32Array(rows) },
        launches: [
          { kernel: "argmax_rows", grid: rows, block, args: ["matrix", columns, "values", "indices"] },
        ],
        expect: {
          values: exactly(largest),
          indices: exactly(table.map((row, r) => row.indexOf(largest[r]!))),
        },
      };
    }
  },
} satisfies KernelCase;
