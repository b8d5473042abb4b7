import { exactly } from "./compare.js";
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
      const even = n + (n % 2);
      // Eighths up to 4: the float32 sum of their products is exact in any order.
      const eighths = (): Uint16Array =>
        Uint16Array.from(random.integers(even, -32, 33), (v) => toFloat16(v / 8));
      const [x, y, u, v] = [halves(), halves(), eighths(), eighths()];
      const [alpha, slope] = [0.75, 0.125];
      const dot = u.reduce((sum, bits, i) => sum + fromFloat16(bits) * fromFloat16(v[i]!), 0);
      const relu = (value: number): number => (value < 0 ? value * slope : value);
      yield {
        label: `n=${n} block=${block}`,
        buffers: { x, y, u, v, dot: new Float32Array(1), relu: new Uint16Array(n) },
        launches: [
          { kernel: "half_dot", grid: 1, block, args: ["u", "v", "dot", even / 2] },
          { kernel: "half_leaky_relu", grid: blocksFor(n, block), block, args: ["x", "relu", slope, n] },
          { kernel: "half_axpy", grid: blocksFor(n / 2 + 1, block), block, args: ["x", "y", alpha, n] },
        ],
        // A fused multiply-add rounds once, so the rounded exact result is the only answer.
        expect: {
          y: exactly(y.map((bits, i) => toFloat16(alpha * fromFloat16(x[i]!) + fromFloat16(bits)))),
          dot: exactly([dot]),
          relu: exactly(x.map((bits) => toFloat16(relu(fromFloat16(bits))))),
        },
      };
    }
  },
} satisfies KernelCase;
