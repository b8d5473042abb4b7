import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "stencil-1d",
  source: "stencil-1d.cu",
  kernels: ["stencil_1d"],
  *cases() {
    for (const [n, block] of [
      [1, 32],
      [130, 128],
      [1000, 256],
      [500, 7],
    ] as const) {
      const random = new Random(n);
      const weights = random.floats(4);
      const input = random.floats(n);
      const expected = Float64Array.from(input, (_, i) => {
        let sum = 0;
        for (let r = -3; r <= 3; r++) sum += weights[Math.abs(r)]! * (input[i + r] ?? 0);
        return sum;
      });
      yield {
        label: `n=${n} block=${block}`,
        buffers: { in: input, out: new Float32Array(n) },
        globals: { weights },
        launches: [{ kernel: "stencil_1d", grid: blocksFor(n, block), block, args: ["in", "out", n] }],
        expect: {
          out: within(expected, { absolute: 4e-6, why: "at most 10 roundings of terms that sum below 7" }),
        },
      };
    }
  },
} satisfies KernelCase;
