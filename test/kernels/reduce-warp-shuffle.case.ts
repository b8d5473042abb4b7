import { SUMMATION, summationBound, within } from "./compare.js";
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
      const data = new Random(n).floats(n, -1, 1);
      const sums = new Float64Array(grid);
      const magnitudes = new Float64Array(grid);
      data.forEach((x, i) => {
        const owner = Math.floor(i / block) % grid;
        sums[owner]! += x;
        magnitudes[owner]! += Math.abs(x);
      });
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
        expect: {
          partial: within(sums, {
            absolute: magnitudes.map((m) => summationBound(n / grid, m)),
            why: SUMMATION,
          }),
          total: within([sums.reduce((a, b) => a + b)], {
            absolute: summationBound(
              n,
              magnitudes.reduce((a, b) => a + b),
            ),
            why: SUMMATION,
          }),
        },
      };
    }
  },
} satisfies KernelCase;
