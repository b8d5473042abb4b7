import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "scan-hillis-steele",
  source: "scan-hillis-steele.cu",
  kernels: ["scan_hillis_steele"],
  *cases() {
    for (const [n, block] of [
      [1, 1],
      [10, 32],
      [256, 256],
      [1000, 100],
      [2500, 512],
    ] as const) {
      const data = new Random(n).integers(n, -100, 100);
      // Each block scans its own tile.
      let running = 0;
      const expected = data.map((x, i) => (running = i % block === 0 ? x : running + x));
      yield {
        label: `n=${n} block=${block}`,
        buffers: { in: data, out: new Int32Array(n) },
        launches: [
          {
            kernel: "scan_hillis_steele",
            grid: blocksFor(n, block),
            block,
            shared: 8 * block,
            args: ["in", "out", n],
          },
        ],
        expect: { out: exactly(expected) },
      };
    }
  },
} satisfies KernelCase;
