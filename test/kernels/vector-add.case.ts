import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "vector-add",
  source: "vector-add.cu",
  kernels: ["vector_add"],
  *cases() {
    const rows = [
      [0, 32, 1],
      [1, 1, 2],
      [31, 64, 3],
      [256, 256, 4],
      [257, 256, 5],
      [1000, 96, 6],
      [10007, 1024, 7],
    ] as const;
    for (const [n, block, seed] of rows) {
      const random = new Random(seed);
      const a = random.floats(n + 3, -100, 100);
      const b = random.floats(n + 3, -100, 100);
      const out = new Float32Array(n + 3).fill(-7);
      yield {
        label: `n=${n} block=${block} seed=${seed}`,
        buffers: { a, b, out },
        launches: [{ kernel: "vector_add", grid: blocksFor(n, block), block, args: ["a", "b", "out", n] }],
        // One float32 addition rounds once, so the rounded exact sum is the only answer; the last 3 stay as they were.
        expect: { out: exactly(out.map((old, i) => (i < n ? a[i]! + b[i]! : old))) },
      };
    }
  },
} satisfies KernelCase;
