import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "reduce-shared-tree",
  source: "reduce-shared-tree.cu",
  kernels: ["reduce_shared"],
  *cases() {
    for (const [n, block, seed] of [
      [0, 32, 1],
      [1, 1, 2],
      [100, 64, 3],
      [1000, 33, 4],
      [4097, 256, 5],
      [3000, 1000, 6],
    ] as const) {
      const data = new Random(seed).integers(n + 1, -1000, 1000);
      const grid = blocksFor(n, 2 * block);
      const sums = Int32Array.from({ length: grid }, (_, b) =>
        data.subarray(2 * block * b, Math.min(n, 2 * block * (b + 1))).reduce((sum, x) => sum + x, 0),
      );
      yield {
        label: `n=${n} block=${block} seed=${seed}`,
        buffers: { in: data, out: new Int32Array(grid) },
        launches: [{ kernel: "reduce_shared", grid, block, shared: 4 * block, args: ["in", "out", n] }],
        expect: { out: exactly(sums) },
      };
    }
  },
} satisfies KernelCase;
