import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "rank-sort",
  source: "rank-sort.cu",
  kernels: ["rank_sort"],
  *cases() {
    for (const [n, block] of [
      [1, 32],
      [200, 64],
      [777, 256],
    ] as const) {
      const data = Float64Array.from(new Random(n).integers(n, 0, n), (v) => v / 3);
      const order = [...data.keys()].sort((a, b) => data[a]! - data[b]! || a - b);
      const ranks = new Int32Array(n);
      order.forEach((i, rank) => (ranks[i] = rank));
      yield {
        label: `n=${n} block=${block}`,
        buffers: { in: data, out: new Float64Array(n), ranks: new Int32Array(n) },
        launches: [
          { kernel: "rank_sort", grid: blocksFor(n, block), block, args: ["in", "out", "ranks", n] },
        ],
        expect: { out: exactly(data.slice().sort()), ranks: exactly(ranks) },
      };
    }
  },
} satisfies KernelCase;
