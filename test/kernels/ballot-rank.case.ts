import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "ballot-rank",
  source: "ballot-rank.cu",
  kernels: ["ballot_rank"],
  *cases() {
    for (const [n, block] of [
      [1, 32],
      [100, 64],
      [1000, 256],
    ] as const) {
      const digits = Uint8Array.from(new Random(n).integers(n, 0, 8));
      const counts = new Uint32Array(8 * Math.ceil(n / 32));
      const ranks = digits.map((digit, i) => counts[Math.floor(i / 32) * 8 + digit]!++);
      yield {
        label: `n=${n} block=${block}`,
        buffers: { digits, ranks: new Uint8Array(n), counts: new Uint32Array(counts.length) },
        launches: [
          { kernel: "ballot_rank", grid: blocksFor(n, block), block, args: ["digits", "ranks", "counts", n] },
        ],
        expect: { ranks: exactly(ranks), counts: exactly(counts) },
      };
    }
  },
} satisfies KernelCase;
