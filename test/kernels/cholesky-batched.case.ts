import { exactly, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { multiply, transpose } from "./linear-algebra.js";
import { Random } from "./random.js";

export default {
  name: "cholesky-batched",
  source: "cholesky-batched.cu",
  kernels: ["cholesky_batched"],
  *cases() {
    for (const [n, count, block] of [
      [1, 1, 32],
      [5, 7, 32],
      [16, 4, 64],
      [20, 6, 100],
    ] as const) {
      const random = new Random(n);
      const factors = new Float64Array(n * n * count);
      const matrices = new Float64Array(n * n * count);
      const failed = new Int32Array(count);
      // Start from the answer: a lower triangle with a large diagonal; its product is the input.
      for (let m = 0; m < count; m++) {
        const values = Float64Array.from({ length: n * n }, (_, i) => {
          const [row, column] = [Math.floor(i / n), i % n];
          if (column > row) return 0;
          return column === row ? random.uniform(1, 2) : random.uniform(-0.5, 0.5);
        });
        const lower = { rows: n, columns: n, values };
        const product = multiply(lower, transpose(lower)).values;
        if (m % 4 === 3) {
          // Spoil the last pivot: the matrix is no longer positive definite and nothing is written.
          product[n * n - 1]! -= values[n * n - 1]! ** 2 + 1;
          failed[m] = n;
        } else {
          factors.set(values, m * n * n);
        }
        matrices.set(product, m * n * n);
      }
      yield {
        label: `${count} of ${n}x${n} block=${block}`,
        buffers: { matrices, factors: new Float64Array(factors.length), failed: new Int32Array(count) },
        launches: [
          {
            kernel: "cholesky_batched",
            grid: count,
            block,
            shared: 8 * n * n,
            args: ["matrices", "factors", n, "failed"],
          },
        ],
        expect: {
          factors: within(factors, {
            absolute: 1e-13,
            why: "well conditioned: 2^-53 times n² times a small constant",
          }),
          failed: exactly(failed),
        },
      };
    }
  },
} satisfies KernelCase;
