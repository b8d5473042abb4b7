import { exactly } from "./compare.js";
import type { KernelCase, KernelLaunch } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

const FAR = 1_000_000_000;

export default {
  name: "floyd-warshall",
  source: "floyd-warshall.cu",
  kernels: ["floyd_warshall_tiles"],
  *cases() {
    for (const [n, density] of [
      [1, 1],
      [8, 0.5],
      [21, 0.1],
      [40, 0.08],
    ] as const) {
      const random = new Random(n);
      const start = Int32Array.from({ length: n * n }, (_, i) => {
        if (i % (n + 1) === 0) return 0;
        return random.uniform() < density ? random.integer(1, 100) : FAR;
      });
      const distance = start.slice();
      for (let k = 0; k < n; k++) {
        for (let i = 0; i < n; i++) {
          for (let j = 0; j < n; j++) {
            distance[i * n + j] = Math.min(distance[i * n + j]!, distance[i * n + k]! + distance[k * n + j]!);
          }
        }
      }
      const tiles = blocksFor(n, 8);
      const grids = [1, [tiles, 2], [tiles, tiles]] as const;
      const launches: KernelLaunch[] = [];
      for (let round = 0; round < tiles; round++) {
        grids.forEach((grid, phase) => {
          launches.push({
            kernel: "floyd_warshall_tiles",
            grid,
            block: [8, 8],
            args: ["distance", n, round, phase],
          });
        });
      }
      yield {
        label: `n=${n} density=${density}`,
        buffers: { distance: start },
        launches,
        expect: { distance: exactly(distance) },
      };
    }
  },
} satisfies KernelCase;
