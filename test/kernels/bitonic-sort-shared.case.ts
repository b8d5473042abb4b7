import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "bitonic-sort-shared",
  source: "bitonic-sort-shared.cu",
  kernels: ["bitonic_sort_shared"],
  *cases() {
    for (const [n, block, ascending] of [
      [1, 1, 1],
      [64, 32, 0],
      [100, 64, 1],
      [1000, 512, 0],
      [3000, 128, 1],
    ] as const) {
      const tile = 2 * block;
      // Distinct keys above 0 and below the filler, so that values have one right place.
      const keys = Uint32Array.from(new Random(n).permutation(n), (k) => 1 + k * 40_003);
      const values = keys.map((k) => k ^ 0x5555);
      const sorted = keys.slice();
      for (let b = 0; b < n; b += tile) {
        const part = sorted.subarray(b, b + tile).sort();
        if (ascending === 0) part.reverse();
      }
      yield {
        label: `n=${n} block=${block} ascending=${ascending}`,
        buffers: { keys, values },
        launches: [
          {
            kernel: "bitonic_sort_shared",
            grid: blocksFor(n, tile),
            block,
            shared: 8 * tile,
            args: ["keys", "values", n, ascending],
          },
        ],
        expect: { keys: exactly(sorted), values: exactly(sorted.map((k) => k ^ 0x5555)) },
      };
    }
  },
} satisfies KernelCase;
