import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { rowsOf } from "./linear-algebra.js";
import { Random } from "./random.js";
import { softmax } from "./softmax.js";

export default {
  name: "softmax-online",
  source: "softmax-online.cu",
  kernels: ["softmax_online"],
  *cases() {
    for (const [rows, columns, block] of [
      [1, 1, 32],
      [4, 300, 64],
      [6, 77, 128],
      [2, 2000, 1024],
    ] as const) {
      // Some columns are masked out, as attention code does.
      const input = new Random(columns)
        .floats(rows * columns, -10, 10)
        .map((x, i) => (i % 7 === 6 ? -Infinity : x));
      yield {
        label: `${rows}x${columns} block=${block}`,
        buffers: { in: input, out: new Float32Array(rows * columns) },
        launches: [{ kernel: "softmax_online", grid: rows, block, args: ["in", "out", columns] }],
        expect: {
          out: within(rowsOf(input, columns).flatMap(softmax), {
            relative: 2e-5,
            why: "at most 20 merges, each with two expf at 2 ulp and three roundings",
          }),
        },
      };
    }
  },
} satisfies KernelCase;
