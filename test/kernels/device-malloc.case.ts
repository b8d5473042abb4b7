import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "device-malloc",
  source: "device-malloc.cu",
  kernels: ["reverse_lists", "block_squares"],
  *cases() {
    for (const [lists, longest, block, blocks, count] of [
      [1, 5, 32, 1, 1],
      [100, 20, 64, 3, 100],
      [300, 8, 128, 7, 33],
    ] as const) {
      const random = new Random(lists);
      const offsets = new Int32Array(lists + 1);
      for (let list = 0; list < lists; list++)
        offsets[list + 1] = offsets[list]! + random.integer(list === 0 ? 1 : 0, longest);
      const values = random.integers(offsets.at(-1)!, 0, 1000);
      const reversed = values.slice();
      for (let list = 0; list < lists; list++) reversed.subarray(offsets[list], offsets[list + 1]).reverse();
      const squares = Array.from({ length: count }, (_, i) => i * i).reduce((sum, square) => sum + square, 0);
      yield {
        label: `lists=${lists} longest=${longest} block=${block} blocks=${blocks} count=${count}`,
        buffers: {
          values,
          offsets,
          reversed: new Int32Array(values.length).fill(-1),
          sums: new Int32Array(blocks).fill(-1),
        },
        launches: [
          {
            kernel: "reverse_lists",
            grid: blocksFor(lists, block),
            block,
            args: ["values", "offsets", "reversed", lists],
          },
          { kernel: "block_squares", grid: blocks, block, args: ["sums", count] },
        ],
        expect: {
          reversed: exactly(reversed),
          sums: exactly(Array.from({ length: blocks }, (_, b) => squares + b * count)),
        },
      };
    }
  },
} satisfies KernelCase;
