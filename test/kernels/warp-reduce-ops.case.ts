import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "warp-reduce-ops",
  source: "warp-reduce-ops.cu",
  kernels: ["warp_reduce_ops"],
  *cases() {
    for (const [n, block] of [
      [20, 32],
      [320, 64],
      [1000, 256],
    ] as const) {
      const data = Uint32Array.from(new Random(n).words(n), (w) => w | 0x00800001);
      const grid = blocksFor(n, block);
      const warps = Array.from({ length: (grid * block) / 32 }, (_, w) =>
        Array.from({ length: 32 }, (_, lane) => data[32 * w + lane] ?? 0),
      );
      const add = (a: number, b: number): number => (a + b) >>> 0;
      const expected = warps.flatMap((values) => [
        values.reduce(add),
        Math.min(...values),
        Math.max(...values),
        Math.min(...values.map((v) => v | 0)) >>> 0,
        values.reduce((a, b) => a & b) >>> 0,
        values.reduce((a, b) => a | b) >>> 0,
        values.reduce((a, b) => a ^ b) >>> 0,
        values.filter((_, lane) => lane % 2 === 0).reduce(add),
        values.filter((_, lane) => lane % 2 === 1).reduce(add),
      ]);
      yield {
        label: `n=${n} block=${block}`,
        buffers: { in: data, out: new Uint32Array(expected.length) },
        launches: [{ kernel: "warp_reduce_ops", grid, block, args: ["in", "out", n] }],
        expect: { out: exactly(expected) },
      };
    }
  },
} satisfies KernelCase;
