import { SUMMATION, summationBound, within } from "./compare.js";
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
      const random = new Random(seed);
      const a = random.floats(n + 1);
      const b = random.floats(n + 1);
      const products = Array.from({ length: n }, (_, i) => a[i]! * b[i]!);
      const start = 0.5;
      yield {
        label: `n=${n} grid=${grid} seed=${seed}`,
        buffers: { a, b, result: Float32Array.of(start) },
        launches: [{ kernel: "dot", grid, block: 256, args: ["a", "b", "result", n] }],
        expect: {
          result: within([products.reduce((sum, p) => sum + p, start)], {
            absolute: summationBound(
              n + 1,
              products.reduce((sum, p) => sum + Math.abs(p), start),
            ),
            why: SUMMATION,
          }),
        },
      };
    }
  },
} satisfies KernelCase;
