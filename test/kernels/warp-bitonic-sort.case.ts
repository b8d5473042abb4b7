import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "warp-bitonic-sort",
  source: "warp-bitonic-sort.cu",
  kernels: ["warp_sort"],
  *cases() {
    for (const [n, block] of [
      [1, 32],
      [32, 32],
      [1000, 128],
      [333, 96],
    ] as const) {
      const data = Int32Array.from(new Random(n).words(n));
      const sorted = data.slice();
      for (let w = 0; w < n; w += 32) sorted.subarray(w, w + 32).sort();
      yield {
        label: `n=${n} block=${block}`,
        buffers: { data },
        launches: [{ kernel: "warp_sort", grid: blocksFor(n, block), block, args: ["data", n] }],
        expect: { data: exactly(sorted) },
      };
    }
  },
} satisfies KernelCase;
