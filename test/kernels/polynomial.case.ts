import { FLOAT32_ROUNDING, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "polynomial",
  source: "polynomial.cu",
  kernels: ["evaluate_polynomial"],
  *cases() {
    const rows = [
      [1, 32, 0],
      [100, 32, 3],
      [1025, 256, 15],
      [3000, 100, 7],
    ] as const;
    for (const [n, block, degree] of rows) {
      const random = new Random(n + degree);
      const coefficients = random.floats(16, -2, 2);
      const x = random.floats(n, -1.2, 1.2);
      const terms = (value: number): number[] =>
        Array.from({ length: degree + 1 }, (_, d) => coefficients[d]! * value ** d);
      const sum = (values: readonly number[]): number => values.reduce((total, term) => total + term, 0);
      yield {
        label: `n=${n} block=${block} degree=${degree}`,
        buffers: { x, y: new Float32Array(n) },
        globals: { coefficients },
        launches: [
          {
            kernel: "evaluate_polynomial",
            grid: blocksFor(n, 4 * block),
            block,
            args: ["x", "y", degree, n],
          },
        ],
        expect: {
          y: within(
            Float64Array.from(x, (value) => sum(terms(value))),
            {
              absolute: Float64Array.from(
                x,
                (value) => 2 * (degree + 1) * FLOAT32_ROUNDING * sum(terms(value).map(Math.abs)),
              ),
              why: "Horner's rule with fma is off by at most 2 * degree + 1 roundings of Σ|c x^d|",
            },
          ),
        },
      };
    }
  },
} satisfies KernelCase;
