import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "odd-even-sort",
  source: "odd-even-sort.cu",
  kernels: ["odd_even_sort"],
  *cases() {
    for (const [n, block, kind] of [
      [1, 32, "random"],
      [64, 32, "random"],
      [301, 48, "random"],
      [200, 100, "sorted"],
      [100, 50, "reversed"],
    ] as const) {
      const random = new Random(n).integers(n, -1000, 1000);
      const data = kind === "random" ? random : random.sort();
      if (kind === "reversed") data.reverse();
      const tile = 2 * block;
      const grid = blocksFor(n, tile);
      const sorted = data.slice();
      for (let b = 0; b < n; b += tile) sorted.subarray(b, b + tile).sort();
      yield {
        label: `n=${n} block=${block} ${kind}`,
        buffers: { data, rounds: new Int32Array(grid) },
        launches: [{ kernel: "odd_even_sort", grid, block, shared: 4 * tile, args: ["data", n, "rounds"] }],
        expect: {
          data: exactly(sorted),
          ...(kind === "sorted" && { rounds: exactly(new Int32Array(grid).fill(1)) }),
        },
        scratch: kind === "sorted" ? [] : ["rounds"],
      };
    }
  },
} satisfies KernelCase;
