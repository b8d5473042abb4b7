import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "dot",
  source: "dot.cu",
  kernels: ["dot"],
  *cases() {
    for (const [n, grid, seed] of [
      [0, 1, 1],
      [1, 1, 2],
      [255, 1, 3],
      [5000, 4, 4],
      [20001, 16, 5],
    ] as const) {
      // Whole numbers up to 20: all sums stay below 2^24, where float32 is exact in any order.
      const random = new Random(seed);
      const a = Float32Array.from(random.integers(n + 1, -20, 21));
      const b = Float32Array.from(random.integers(n + 1, -20, 21));
      const start = 0.5;
      const product = a.subarray(0, n).reduce((sum, x, i) => sum + x * b[i]!, start);
      yield {
        label: `n=${n} grid=${grid} seed=${seed}`,
        buffers: { a, b, result: Float32Array.of(start) },
        launches: [{ kernel: "dot", grid, block: 256, args: ["a", "b", "result", n] }],
        expect: { result: exactly([product]) },
      };
    }
  },
} satisfies KernelCase;
