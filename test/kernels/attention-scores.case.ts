import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { softmax } from "./softmax.js";

export default {
  name: "attention-scores",
  source: "attention-scores.cu",
  kernels: ["attention_scores"],
  *cases() {
    for (const [batch, length, heads, keyHeads, dim, block] of [
      [1, 1, 1, 1, 8, 32],
      [1, 20, 4, 2, 40, 64],
      [2, 33, 2, 1, 64, 128],
    ] as const) {
      const random = new Random(length);
      const q = random.floats(batch * length * heads * dim, -1.5, 1.5);
      const k = random.floats(batch * length * keyHeads * dim, -1.5, 1.5);
      const scale = 1 / Math.sqrt(dim);
      const expected: number[] = [];
      for (let b = 0; b < batch; b++) {
        for (let h = 0; h < heads; h++) {
          for (let i = 0; i < length; i++) {
            const scores = Array.from({ length }, (_, j) => {
              let sum = 0;
              for (let d = 0; d < dim; d++) {
                const query = q[((b * length + i) * heads + h) * dim + d]!;
                const key = k[((b * length + j) * keyHeads + Math.floor((h * keyHeads) / heads)) * dim + d]!;
                sum += query * key;
              }
              return sum * scale;
            });
            expected.push(...softmax(scores));
          }
        }
      }
      yield {
        label: `batch=${batch} length=${length} heads=${heads}/${keyHeads} dim=${dim} block=${block}`,
        buffers: { q, k, weights: new Float32Array(batch * heads * length * length) },
        launches: [
          {
            kernel: "attention_scores",
            grid: [length, heads, batch],
            block,
            shared: 4 * (dim + length),
            args: ["q", "k", "weights", length, heads, keyHeads, dim, scale],
          },
        ],
        expect: {
          weights: within(expected, {
            relative: 2e-5,
            why: "scores below 8 are off by 64 roundings of Σ|terms|",
          }),
        },
      };
    }
  },
} satisfies KernelCase;
