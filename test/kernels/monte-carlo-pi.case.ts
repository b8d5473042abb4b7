import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "monte-carlo-pi",
  source: "monte-carlo-pi.cu",
  kernels: ["count_hits"],
  *cases() {
    for (const [threads, samples, block, seed] of [
      [1, 100, 32, 1],
      [500, 50, 64, 2],
      [2000, 20, 256, 3],
    ] as const) {
      const seeds = new Random(seed).words(threads).map((w) => w | 1);
      let hits = 0;
      for (let state of seeds) {
        const next = (): number => {
          state ^= state << 13;
          state ^= state >>> 17;
          state ^= state << 5;
          return state >>> 16;
        };
        for (let s = 0; s < samples; s++) if (next() ** 2 + next() ** 2 < 2 ** 32) hits++;
      }
      yield {
        label: `threads=${threads} samples=${samples} block=${block} seed=${seed}`,
        buffers: { seeds, hits: BigUint64Array.of(5n) },
        launches: [
          {
            kernel: "count_hits",
            grid: blocksFor(threads, block),
            block,
            args: ["seeds", threads, samples, "hits"],
          },
        ],
        expect: { hits: exactly(BigUint64Array.of(5n + BigInt(hits))) },
      };
    }
  },
} satisfies KernelCase;
