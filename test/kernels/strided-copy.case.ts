import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "strided-copy",
  source: "strided-copy.cu",
  kernels: ["copy_strided"],
  *cases() {
    const rows = [
      [1, 0, 1, 1, 32],
      [500, 3, 7, 3, 96],
      [1000, 999, -1, 2, 128],
      [333, 5, 0, 1, 64],
      [2049, 1, 4, 16, 160],
    ] as const;
    for (const [count, offset, stride, grid, block] of rows) {
      const length = Math.max(offset, offset + (count - 1) * stride) + 1;
      const input = new Random(count).integers(length, -1e9, 1e9);
      yield {
        label: `count=${count} offset=${offset} stride=${stride} grid=${grid} block=${block}`,
        buffers: { in: input, out: new Int32Array(count) },
        launches: [
          {
            kernel: "copy_strided",
            grid,
            block,
            args: ["in", BigInt(offset), BigInt(stride), "out", BigInt(count)],
          },
        ],
        expect: { out: exactly(Int32Array.from({ length: count }, (_, i) => input[offset + i * stride]!)) },
      };
    }
  },
} satisfies KernelCase;
