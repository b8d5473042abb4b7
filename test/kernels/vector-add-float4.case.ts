import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "vector-add-float4",
  source: "vector-add-float4.cu",
  kernels: ["vector_add_float4"],
  *cases() {
    const rows = [
      [1, 32],
      [4, 64],
      [1023, 128],
      [4098, 256],
      [16000, 64],
    ] as const;
    for (const [n, block] of rows) {
      const random = new Random(n);
      const padded = 4 * Math.ceil(n / 4);
      const a = random.floats(padded);
      const b = random.floats(padded);
      const out = new Float32Array(padded).fill(9);
      yield {
        label: `n=${n} block=${block}`,
        buffers: { a, b, out },
        launches: [
          { kernel: "vector_add_float4", grid: blocksFor(n / 4, block), block, args: ["a", "b", "out", n] },
        ],
        expect: { out: exactly(out.map((old, i) => (i < n ? a[i]! + b[i]! : old))) },
      };
    }
  },
} satisfies KernelCase;
