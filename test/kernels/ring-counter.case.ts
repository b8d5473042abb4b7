import { exactly, inAnyOrder } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "ring-counter",
  source: "ring-counter.cu",
  kernels: ["ring_counters"],
  *cases() {
    for (const [n, ring, period, block] of [
      [1, 1, 3, 32],
      [100, 8, 6, 32],
      [1000, 37, 99, 128],
    ] as const) {
      const uses = Uint32Array.from({ length: ring }, (_, slot) => Math.ceil((n - slot) / ring));
      // The countdown goes 0, period, period - 1, … 0, period: it finds 0 every period + 1 calls, the first included.
      const restarts = Math.ceil(n / (period + 1));
      yield {
        label: `n=${n} ring=${ring} period=${period} block=${block}`,
        buffers: {
          position: new Uint32Array(1),
          uses: new Uint32Array(ring),
          countdown: new Uint32Array(1),
          restarts: new Uint32Array(1),
          links: new Int32Array(n + 1).fill(-1),
        },
        launches: [
          {
            kernel: "ring_counters",
            grid: blocksFor(n, block),
            block,
            args: ["position", ring, "uses", "countdown", period, "restarts", "links", n],
          },
        ],
        expect: {
          position: exactly([n % ring]),
          uses: exactly(uses),
          countdown: exactly([(period + 1 - (n % (period + 1))) % (period + 1)]),
          restarts: exactly([restarts]),
          // Each thread finds its predecessor, the first finds -1, and the last stays behind: every number once.
          links: inAnyOrder(Int32Array.from({ length: n + 1 }, (_, i) => i - 1)),
        },
      };
    }
  },
} satisfies KernelCase;
