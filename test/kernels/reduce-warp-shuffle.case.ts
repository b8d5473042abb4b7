import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "reduce-warp-shuffle",
  source: "reduce-warp-shuffle.cu",
  kernels: ["reduce_shuffle"],
  *cases() {
    for (const [n, grid, block] of [
      [1, 1, 32],
      [1000, 1, 1024],
      [3001, 5, 96],
      [20000, 8, 256],
    ] as const) {
      // Multiples of 1/16 below 16: sums of 20000 of them are exact in float32, in any order.
      const data = Float32Array.from(new Random(n).integers(n, -255, 256), (v) => v / 16);
      const sums = new Float32Array(grid);
      data.forEach((x, i) => (sums[Math.floor(i / block) % grid]! += x));
      // The second launch folds the blocks' sums into one.
      yield {
        label: `n=${n} grid=${grid} block=${block}`,
        buffers: { in: data, partial: new Float32Array(grid), total: new Float32Array(1) },
        launches: [
          { kernel: "reduce_shuffle", grid, block, args: ["in", "partial", n] },
          {
            kernel: "reduce_shuffle",
            grid: 1,
            block: 32 * blocksFor(grid, 32),
            args: ["partial", "total", grid],
          },
        ],
        expect: { partial: exactly(sums), total: exactly([data.reduce((sum, x) => sum + x, 0)]) },
      };
    }
  },
} satisfies KernelCase;
