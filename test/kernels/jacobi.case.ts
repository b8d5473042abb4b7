import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "jacobi",
  source: "jacobi.cu",
  kernels: ["jacobi_step"],
  *cases() {
    for (const [n, block] of [
      [1, [1, 1]],
      [30, [16, 4]],
      [65, [32, 8]],
    ] as const) {
      const random = new Random(n);
      // Strongly diagonally dominant: each step shrinks the error by 4 or more, so 20 steps reach float precision.
      const a = random.floats(n * n);
      for (let i = 0; i < n; i++) a[i * n + i] = 4 * n;
      const solution = random.floats(n, -2, 2);
      const b = Float32Array.from(solution, (_, row) =>
        solution.reduce((sum, v, column) => sum + a[row * n + column]! * v, 0),
      );
      const steps = 20;
      yield {
        label: `n=${n} block=${block.join("x")}`,
        buffers: { a, b, x0: new Float32Array(n), x1: new Float32Array(n), change: new Uint32Array(1) },
        launches: Array.from({ length: steps }, (_, s) => ({
          kernel: "jacobi_step",
          grid: blocksFor(n, block[1]),
          block,
          shared: 4 * block[0] * block[1],
          args: ["a", "b", `x${s % 2}`, `x${(s + 1) % 2}`, n, "change"],
        })),
        expect: {
          x0: within(solution, { absolute: 2e-6, why: "converged; b and each step are rounded to float32" }),
          x1: within(solution, { absolute: 2e-6, why: "converged; b and each step are rounded to float32" }),
        },
        // The largest change of the first step; its bits depend on the order of the sums.
        scratch: ["change"],
      };
    }
  },
} satisfies KernelCase;
