import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

const BLOCKS = [32, 64, 128, 256, 512];

export default {
  name: "reduce-last-warp",
  source: "reduce-last-warp.cu",
  kernels: BLOCKS.map((block) => `reduce_unrolled<${block}>`),
  *cases() {
    for (const [index, block] of BLOCKS.entries()) {
      const [n, grid] = [
        [1, 1],
        [1000, 3],
        [2048, 4],
        [5001, 6],
        [4000, 2],
      ][index]! as [number, number];
      const data = new Random(n).integers(n, -1000, 1000);
      const sums = new Int32Array(grid);
      data.forEach((value, i) => (sums[Math.floor(i / (2 * block)) % grid]! += value));
      yield {
        label: `n=${n} grid=${grid} block=${block}`,
        buffers: { in: data, out: new Int32Array(grid) },
        launches: [{ kernel: `reduce_unrolled<${block}>`, grid, block, args: ["in", "out", n] }],
        expect: { out: exactly(sums) },
      };
    }
  },
} satisfies KernelCase;
