import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "reduce-early-return",
  source: "reduce-early-return.cu",
  kernels: ["block_max"],
  *cases() {
    for (const [n, grid, block] of [
      [1, 3, 64],
      [64, 1, 64],
      [300, 6, 128],
      [1000, 4, 256],
      [517, 40, 32],
    ] as const) {
      const data = Int32Array.from(new Random(n).words(n));
      const out = new Int32Array(grid).fill(-5);
      const expected = out.map((untouched, b) =>
        b * block >= n
          ? untouched
          : data.subarray(b * block, (b + 1) * block).reduce((a, c) => Math.max(a, c)),
      );
      yield {
        label: `n=${n} grid=${grid} block=${block}`,
        buffers: { in: data, out },
        launches: [{ kernel: "block_max", grid, block, args: ["in", "out", n] }],
        expect: { out: exactly(expected) },
      };
    }
  },
} satisfies KernelCase;
