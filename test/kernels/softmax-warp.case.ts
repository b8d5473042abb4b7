import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { rowsOf } from "./linear-algebra.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";
import { softmax } from "./softmax.js";

export default {
  name: "softmax-warp",
  source: "softmax-warp.cu",
  kernels: ["softmax_warp"],
  *cases() {
    for (const [rows, columns, warps] of [
      [1, 1, 1],
      [10, 32, 4],
      [17, 100, 8],
      [5, 128, 2],
      [9, 3, 4],
    ] as const) {
      const input = new Random(columns).floats(rows * columns, -8, 8);
      yield {
        label: `${rows}x${columns} block=32x${warps}`,
        buffers: { in: input, out: new Float32Array(rows * columns) },
        launches: [
          {
            kernel: "softmax_warp",
            grid: blocksFor(rows, warps),
            block: [32, warps],
            args: ["in", "out", rows, columns],
          },
        ],
        expect: {
          out: within(rowsOf(input, columns).flatMap(softmax), {
            relative: 1e-5,
            why: "__expf(x) is off by 2 + |1.16 x| ulp for |x| <= 16; __fdividef by 2 ulp",
          }),
        },
      };
    }
  },
} satisfies KernelCase;
