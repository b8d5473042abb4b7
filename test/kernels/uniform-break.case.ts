import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "uniform-break",
  source: "uniform-break.cu",
  kernels: ["block_percentile"],
  *cases() {
    for (const [blocks, perBlock, rank, block] of [
      [1, 1, 0, 32],
      [4, 100, 50, 128],
      [6, 64, 63, 64],
      [3, 200, 10, 256],
    ] as const) {
      const data = new Random(perBlock).words(blocks * perBlock);
      const expected = Array.from(
        { length: blocks },
        (_, b) => data.slice(b * perBlock, (b + 1) * perBlock).sort()[rank]!,
      );
      yield {
        label: `blocks=${blocks} values=${perBlock} rank=${rank} block=${block}`,
        buffers: { in: data, out: new Uint32Array(blocks), rounds: new Int32Array(blocks) },
        launches: [
          { kernel: "block_percentile", grid: blocks, block, args: ["in", perBlock, rank, "out", "rounds"] },
        ],
        // 2^32 values are halved 32 times.
        expect: { out: exactly(expected), rounds: exactly(new Int32Array(blocks).fill(32)) },
      };
    }
  },
} satisfies KernelCase;
