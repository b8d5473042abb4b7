import { FLOAT64_ROUNDING, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "kahan-sum",
  source: "kahan-sum.cu",
  kernels: ["kahan_sum"],
  *cases() {
    for (const [n, block, seed] of [
      [1, 32, 1],
      [1000, 64, 2],
      [4097, 256, 3],
    ] as const) {
      // Multiples of 2^-20 of very different size that nearly cancel: a plain sum loses the small ones.
      const random = new Random(seed);
      const units = Array.from({ length: n }, (_, i) => {
        const small = BigInt(random.integer(-1000, 1000));
        return i % 2 === 0 ? small : (small << 50n) * (i % 4 === 1 ? 1n : -1n);
      });
      const data = Float64Array.from(units, (u) => Number(u) * 2 ** -20);
      const exact = Number(units.reduce((sum, u) => sum + u, 0n)) * 2 ** -20;
      const magnitude = data.reduce((sum, x) => sum + Math.abs(x), 0);
      yield {
        label: `n=${n} block=${block} seed=${seed}`,
        buffers: { in: data, result: new Float64Array(1) },
        launches: [{ kernel: "kahan_sum", grid: 1, block, shared: 16 * block, args: ["in", n, "result"] }],
        expect: {
          result: within([exact], {
            relative: 2 * FLOAT64_ROUNDING,
            absolute: 4 * (n * FLOAT64_ROUNDING) ** 2 * magnitude,
            why: "compensated summation is off by one rounding of the result and second-order terms",
          }),
        },
      };
    }
  },
} satisfies KernelCase;
