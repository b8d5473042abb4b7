import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "histogram-shared",
  source: "histogram-shared.cu",
  kernels: ["histogram_shared"],
  *cases() {
    for (const [n, grid, block, binCount] of [
      [1, 1, 32, 1],
      [3000, 3, 128, 10],
      [20000, 8, 256, 500],
      [5000, 2, 64, 1000],
    ] as const) {
      // Quarters, and bins 1/4 wide: the division is exact, so no value can fall on the wrong side of an edge.
      const values = Float32Array.from(new Random(n).integers(n, -20, 4 * binCount), (v) => v / 4);
      const bins = new Uint32Array(binCount);
      for (const value of values) {
        const bin = Math.floor((value - 1) / 0.25);
        if (bin >= 0 && bin < binCount) bins[bin]!++;
      }
      yield {
        label: `n=${n} grid=${grid} block=${block} bins=${binCount}`,
        buffers: { values, bins: new Uint32Array(binCount) },
        launches: [
          {
            kernel: "histogram_shared",
            grid,
            block,
            shared: 4 * binCount,
            args: ["values", n, 1, 0.25, binCount, "bins"],
          },
        ],
        expect: { bins: exactly(bins) },
      };
    }
  },
} satisfies KernelCase;
