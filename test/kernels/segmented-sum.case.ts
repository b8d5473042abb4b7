import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "segmented-sum",
  source: "segmented-sum.cu",
  kernels: ["segment_sums"],
  *cases() {
    for (const [segments, longest, block] of [
      [1, 5, 32],
      [100, 30, 64],
      [333, 12, 256],
    ] as const) {
      const random = new Random(segments);
      const lengths = random.integers(segments, 0, longest);
      const offsets = Int32Array.from({ length: segments + 1 }, (_, s) =>
        lengths.subarray(0, s).reduce((sum, length) => sum + length, 0),
      );
      const values = BigInt64Array.from({ length: offsets.at(-1)! + 1 }, () =>
        BigInt.asIntN(64, (BigInt(random.word()) << 30n) - 2n ** 61n),
      );
      const sums = BigInt64Array.from({ length: segments }, (_, s) =>
        values.subarray(offsets[s], offsets[s + 1]).reduce((sum, v) => BigInt.asIntN(64, sum + v), 0n),
      );
      yield {
        label: `segments=${segments} longest=${longest} block=${block}`,
        buffers: { values, offsets, sums: new BigInt64Array(segments) },
        launches: [
          {
            kernel: "segment_sums",
            grid: blocksFor(8 * segments, block),
            block,
            args: ["values", "offsets", "sums", segments],
          },
        ],
        expect: { sums: exactly(sums) },
      };
    }
  },
} satisfies KernelCase;
