import { SUMMATION, summationBound, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { fromFloat16, toFloat16 } from "./number-formats.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "half-axpy",
  source: "half-axpy.cu",
  kernels: ["half_axpy", "half_dot", "half_leaky_relu"],
  *cases() {
    for (const [n, block] of [
      [1, 32],
      [1001, 64],
      [2048, 256],
    ] as const) {
      const random = new Random(n);
      const halves = (): Uint16Array => Uint16Array.from(random.floats(n, -4, 4), toFloat16);
      const [x, y] = [halves(), halves()];
      const [alpha, slope] = [0.75, 0.125];
      const products = Array.from({ length: n - (n % 2) }, (_, i) => fromFloat16(x[i]!) * fromFloat16(y[i]!));
      const half = { format: "float16" } as const;
      yield {
        label: `n=${n} block=${block}`,
        buffers: { x, y, dot: new Float32Array(1), relu: new Uint16Array(n) },
        launches: [
          // Before y changes.
          { kernel: "half_dot", grid: 1, block, args: ["x", "y", "dot", Math.floor(n / 2)] },
          { kernel: "half_leaky_relu", grid: blocksFor(n, block), block, args: ["x", "relu", slope, n] },
          {
            kernel: "half_axpy",
            grid: blocksFor(n / 2 + 1, block),
            block,
            args: ["x", "y", alpha, n],
          },
        ],
        expect: {
          y: within(
            Float64Array.from(y, (bits, i) => alpha * fromFloat16(x[i]!) + fromFloat16(bits)),
            {
              relative: 2 ** -11,
              absolute: 2 ** -25,
              why: "a fused multiply-add rounds once, to 11 bits",
              ...half,
            },
          ),
          dot: within([products.reduce((sum, p) => sum + p, 0)], {
            absolute: summationBound(
              n,
              products.reduce((sum, p) => sum + Math.abs(p), 0),
            ),
            why: SUMMATION,
          }),
          relu: within(
            Float64Array.from(x, (bits) => fromFloat16(bits) * (fromFloat16(bits) < 0 ? slope : 1)),
            { absolute: 2 ** -25, why: "an eighth of a half is exact, unless it is subnormal", ...half },
          ),
        },
      };
    }
  },
} satisfies KernelCase;
