import { exactly, inAnyOrder } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "compact-ballot",
  source: "compact-ballot.cu",
  kernels: ["compact_nonzero"],
  *cases() {
    for (const [n, block, share] of [
      [1, 32, 1],
      [64, 64, 0],
      [500, 512, 0.5],
      [3000, 128, 0.3],
      [1000, 96, 0.9],
    ] as const) {
      const random = new Random(n);
      const data = random.integers(n, 1, 1e6).map((v) => (random.uniform() < share ? v : 0));
      const kept = data.filter((v) => v !== 0);
      const expected = new Int32Array(n).fill(-1);
      expected.set(kept);
      // One block keeps the order; several finish in any order.
      const grid = blocksFor(n, block);
      yield {
        label: `n=${n} block=${block} share=${share}`,
        buffers: { in: data, out: new Int32Array(n).fill(-1), count: new Uint32Array(1) },
        launches: [{ kernel: "compact_nonzero", grid, block, args: ["in", n, "out", "count"] }],
        expect: {
          out: grid === 1 ? exactly(expected) : inAnyOrder(expected, kept.length),
          count: exactly([kept.length]),
        },
      };
    }
  },
} satisfies KernelCase;
