import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { rowsOf } from "./linear-algebra.js";
import { Random } from "./random.js";

export default {
  name: "top-k",
  source: "top-k.cu",
  kernels: ["top_k"],
  *cases() {
    for (const [rows, columns, distinct] of [
      [1, 4, 1000],
      [7, 50, 1000],
      [5, 1000, 100_000],
      [3, 300, 10],
    ] as const) {
      const matrix = Float32Array.from(new Random(columns).integers(rows * columns, 0, distinct));
      const best = rowsOf(matrix, columns).map((row) =>
        [...row.keys()].sort((a, b) => row[b]! - row[a]! || a - b).slice(0, 4),
      );
      yield {
        label: `${rows}x${columns} distinct=${distinct}`,
        buffers: { matrix, values: new Float32Array(4 * rows), indices: new Int32Array(4 * rows) },
        launches: [
          { kernel: "top_k", grid: rows, block: 64, args: ["matrix", columns, "values", "indices"] },
        ],
        expect: {
          values: exactly(best.flatMap((columnsOf, r) => columnsOf.map((c) => matrix[r * columns + c]!))),
          indices: exactly(best.flat()),
        },
      };
    }
  },
} satisfies KernelCase;
