import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "carved-shared",
  source: "carved-shared.cu",
  kernels: ["sum_by_key"],
  *cases() {
    const rows = [
      { n: 1, tile: 1, keyCount: 1, block: 32 },
      { n: 1000, tile: 300, keyCount: 17, block: 64 },
      { n: 2049, tile: 256, keyCount: 100, block: 96 },
      { n: 777, tile: 1024, keyCount: 333, block: 256 },
    ];
    for (const { n, tile, keyCount, block } of rows) {
      const random = new Random(n);
      const keys = random.integers(n, 0, keyCount);
      // Whole numbers, so that the sums are exact in any order.
      const values = Float64Array.from(random.integers(n, 0, 1000));
      const grid = blocksFor(n, tile);
      const sums = new Float64Array(grid * keyCount).fill(-1);
      const firstSeen = new Int32Array(grid * keyCount).fill(0x7fffffff);
      for (let i = n - 1; i >= 0; i--) {
        const cell = Math.floor(i / tile) * keyCount + keys[i]!;
        sums[cell] = Math.max(0, sums[cell]!) + values[i]!;
        firstSeen[cell] = i;
      }
      yield {
        label: `n=${n} tile=${tile} keys=${keyCount} block=${block}`,
        buffers: { keys, values, sums: new Float64Array(sums.length), first: new Int32Array(sums.length) },
        launches: [
          {
            kernel: "sum_by_key",
            grid,
            block,
            shared: keyCount * 8 + keyCount * 4 + tile * 2 + keyCount,
            args: ["keys", "values", n, tile, keyCount, "sums", "first"],
          },
        ],
        expect: { sums: exactly(sums), first: exactly(firstSeen) },
      };
    }
  },
} satisfies KernelCase;
