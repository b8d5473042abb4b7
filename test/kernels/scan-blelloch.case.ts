import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "scan-blelloch",
  source: "scan-blelloch.cu",
  kernels: ["scan_blelloch"],
  *cases() {
    for (const [n, block] of [
      [1, 1],
      [100, 64],
      [512, 256],
      [3001, 128],
      [2000, 512],
    ] as const) {
      const tile = 2 * block;
      const grid = blocksFor(n, tile);
      const data = new Random(n).words(n);
      const tiles = Array.from({ length: grid }, (_, b) => data.subarray(b * tile, (b + 1) * tile));
      const scan = (values: Uint32Array): Uint32Array => {
        let sum = 0;
        return values.map((x) => {
          const before = sum;
          sum = (sum + x) >>> 0;
          return before;
        });
      };
      yield {
        label: `n=${n} block=${block}`,
        buffers: { in: data, out: new Uint32Array(n), totals: new Uint32Array(grid) },
        launches: [
          {
            kernel: "scan_blelloch",
            grid,
            block,
            shared: 4 * (tile + (tile >> 5)),
            args: ["in", "out", "totals", n],
          },
        ],
        expect: {
          out: exactly(tiles.flatMap((values) => [...scan(values)])),
          totals: exactly(tiles.map((values) => values.reduce((sum, x) => (sum + x) >>> 0, 0))),
        },
      };
    }
  },
} satisfies KernelCase;
