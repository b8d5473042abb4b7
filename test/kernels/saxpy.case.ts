import { FLOAT32_ROUNDING, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "saxpy",
  source: "saxpy.cu",
  kernels: ["saxpy"],
  *cases() {
    const rows = [
      [0, 1, 32, 2.5],
      [1, 1, 128, -1],
      [999, 1, 64, 0.1],
      [1000, 4, 33, 3],
      [20000, 7, 256, -0.3],
      [4096, 64, 64, 1e4],
    ] as const;
    for (const [n, grid, block, alpha] of rows) {
      const random = new Random(n + grid);
      const x = random.floats(n + 1, -10, 10);
      const y = random.floats(n + 1, -10, 10);
      const scale = Math.fround(alpha);
      const expected = Float64Array.from(y, (old, i) => (i < n ? scale * x[i]! + old : old));
      yield {
        label: `n=${n} grid=${grid} block=${block} alpha=${alpha}`,
        buffers: { x, y },
        launches: [{ kernel: "saxpy", grid, block, args: [n, alpha, "x", "y"] }],
        expect: {
          y: within(expected, {
            absolute: FLOAT32_ROUNDING * Math.abs(scale) * 10,
            relative: FLOAT32_ROUNDING * 1.01,
            why: "the product is rounded unless the compiler fuses it, then the sum is rounded",
          }),
        },
      };
    }
  },
} satisfies KernelCase;
