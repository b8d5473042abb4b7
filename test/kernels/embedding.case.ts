import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "embedding",
  source: "embedding.cu",
  kernels: ["embedding_gather", "embedding_scatter_add"],
  *cases() {
    for (const [vocabulary, dim, count, block] of [
      [1, 1, 1, 32],
      [10, 33, 100, 32],
      [50, 64, 77, 64],
    ] as const) {
      const random = new Random(count);
      const table = random.floats(vocabulary * dim);
      const tokens = random.integers(count, -1, vocabulary + 1);
      // Eighths: the scattered sums are exact in any order.
      const gradient = Float32Array.from(random.integers(count * dim, -80, 80), (v) => v / 8);
      const known = (token: number): boolean => token >= 0 && token < vocabulary;
      const out = new Float32Array(count * dim);
      const tableGradient = new Float32Array(table.length);
      tokens.forEach((token, position) => {
        if (!known(token)) return;
        for (let d = 0; d < dim; d++) {
          out[position * dim + d] = table[token * dim + d]!;
          tableGradient[token * dim + d]! += gradient[position * dim + d]!;
        }
      });
      yield {
        label: `vocabulary=${vocabulary} dim=${dim} count=${count} block=${block}`,
        buffers: {
          table,
          tokens,
          gradient,
          out: new Float32Array(out.length),
          tableGradient: new Float32Array(table.length),
        },
        launches: [
          {
            kernel: "embedding_gather",
            grid: count,
            block,
            args: ["table", "tokens", "out", dim, vocabulary],
          },
          {
            kernel: "embedding_scatter_add",
            grid: [blocksFor(dim, 16), blocksFor(count, 8)],
            block: [16, 8],
            args: ["tableGradient", "tokens", "gradient", dim, count, vocabulary],
          },
        ],
        expect: { out: exactly(out), tableGradient: exactly(tableGradient) },
      };
    }
  },
} satisfies KernelCase;
