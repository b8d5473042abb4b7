import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { rowsOf } from "./linear-algebra.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

const operations: readonly ((a: number, b: number) => number)[] = [
  (a, b) => a + b,
  (a, b) => a - b,
  Math.min,
  (a) => a,
];

export default {
  name: "function-table",
  source: "function-table.cu",
  kernels: ["apply_operations", "fold_rows"],
  *cases() {
    for (const [n, block, rows, columns] of [
      [1, 32, 1, 1],
      [700, 64, 20, 9],
      [300, 128, 50, 30],
    ] as const) {
      const random = new Random(n);
      // Whole numbers, so that every sum is exact.
      const whole = (length: number): Float32Array => Float32Array.from(random.integers(length, -1000, 1000));
      const codes = Uint8Array.from(random.integers(n, 0, 4));
      const [a, b, matrix] = [whole(n), whole(n), whole(rows * columns)];
      const folded = operations.flatMap((operation) =>
        rowsOf(matrix, columns).map((row) => row.reduce((x, y) => operation(x, y))),
      );
      yield {
        label: `n=${n} block=${block} matrix=${rows}x${columns}`,
        buffers: {
          codes,
          a,
          b,
          matrix,
          out: new Float32Array(n).fill(0.5),
          folded: new Float32Array(4 * rows).fill(0.5),
        },
        launches: [
          {
            kernel: "apply_operations",
            grid: blocksFor(n, block),
            block,
            args: ["codes", "a", "b", "out", n],
          },
          { kernel: "fold_rows", grid: 4, block: 64, args: ["matrix", columns, rows, "folded"] },
        ],
        expect: {
          out: exactly(a.map((x, i) => operations[codes[i]!]!(x, b[i]!))),
          folded: exactly(folded),
        },
      };
    }
  },
} satisfies KernelCase;
