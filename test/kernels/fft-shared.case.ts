import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "fft-shared",
  source: "fft-shared.cu",
  kernels: ["fft_radix2"],
  *cases() {
    for (const [signals, log2n, block, inverse] of [
      [1, 0, 32, 0],
      [3, 4, 32, 0],
      [2, 8, 64, 0],
      [4, 6, 96, 1],
      [1, 9, 256, 1],
    ] as const) {
      const n = 2 ** log2n;
      const input = new Random(n).floats(2 * n * signals);
      const expected = new Float64Array(input.length);
      for (let s = 0; s < signals; s++) {
        for (let k = 0; k < n; k++) {
          // The definition: Σ x_j e^(∓2πi jk/n), with the angle reduced exactly.
          let [re, im] = [0, 0];
          for (let j = 0; j < n; j++) {
            const angle = ((inverse ? 2 : -2) * Math.PI * ((j * k) % n)) / n;
            const [x, y] = [input[2 * (s * n + j)]!, input[2 * (s * n + j) + 1]!];
            re += x * Math.cos(angle) - y * Math.sin(angle);
            im += x * Math.sin(angle) + y * Math.cos(angle);
          }
          const scale = inverse ? 1 / n : 1;
          expected.set([scale * re, scale * im], 2 * (s * n + k));
        }
      }
      yield {
        label: `signals=${signals} n=${n} block=${block} ${inverse ? "inverse" : "forward"}`,
        buffers: { in: input, out: new Float32Array(input.length) },
        launches: [
          { kernel: "fft_radix2", grid: signals, block, shared: 8 * n, args: ["in", "out", log2n, inverse] },
        ],
        expect: {
          out: within(expected, {
            absolute: (inverse ? 1 / n : 1) * 4e-7 * (log2n + 1) * Math.sqrt(2 * n) * 4,
            why: "a few roundings a stage of values of size sqrt(n)",
          }),
        },
      };
    }
  },
} satisfies KernelCase;
