import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "gelu",
  source: "gelu.cu",
  kernels: ["gelu_exact", "gelu_tanh"],
  *cases() {
    const rows = [
      [1, 32],
      [777, 128],
      [5000, 256],
    ] as const;
    for (const [n, block] of rows) {
      const x = new Random(n).floats(n, -6, 6);
      const launch = { grid: blocksFor(n, block), block };
      yield {
        label: `n=${n} block=${block}`,
        buffers: { x, exact: new Float32Array(n), tanh: new Float32Array(n) },
        launches: [
          { kernel: "gelu_exact", ...launch, args: ["x", "exact", n] },
          { kernel: "gelu_tanh", ...launch, args: ["x", "tanh", n] },
        ],
        expect: {
          exact: within(
            Float64Array.from(x, (v) => 0.5 * v * (1 + erf(v / Math.SQRT2))),
            { absolute: 2e-6, why: "1 + erf cancels for negative x; erff is good to 2 ulp, times |x| <= 6" },
          ),
          tanh: within(
            Float64Array.from(
              x,
              (v) => 0.5 * v * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (v + 0.044715 * v ** 3))),
            ),
            {
              absolute: 2e-6,
              why: "1 + tanh cancels for negative x; tanhf is good to 2 ulp, times |x| <= 6",
            },
          ),
        },
      };
    }
  },
} satisfies KernelCase;

/** The series 2/√π · e^(-x²) · Σ 2^k x^(2k+1) / (1·3·…·(2k+1)): all terms of one sign, so nothing cancels. */
function erf(x: number): number {
  let term = x;
  let sum = x;
  for (let k = 1; Math.abs(term) > 1e-18 * Math.abs(sum); k++) {
    term *= (2 * x * x) / (2 * k + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}
