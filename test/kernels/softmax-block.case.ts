import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { rowsOf } from "./linear-algebra.js";
import { Random } from "./random.js";
import { softmax } from "./softmax.js";

export default {
  name: "softmax-block",
  source: "softmax-block.cu",
  kernels: ["softmax_block"],
  *cases() {
    for (const [rows, columns, block] of [
      [1, 1, 32],
      [5, 100, 64],
      [3, 1000, 256],
      [8, 33, 96],
      [4, 10, 7],
    ] as const) {
      // Values whose exponentials overflow unless the maximum is taken out first.
      const input = new Random(columns).floats(rows * columns, 80, 100);
      yield {
        label: `${rows}x${columns} block=${block}`,
        buffers: { in: input, out: new Float32Array(rows * columns) },
        launches: [
          { kernel: "softmax_block", grid: rows, block, shared: 4 * block, args: ["in", "out", columns] },
        ],
        expect: {
          out: within(rowsOf(input, columns).flatMap(softmax), {
            relative: 1e-5,
            absolute: 1e-12,
            why: "strided sums, then a tree: at most 30 roundings of positive terms, and expf at 2 ulp",
          }),
        },
      };
    }
  },
} satisfies KernelCase;
