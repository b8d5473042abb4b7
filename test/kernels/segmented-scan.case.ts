import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "segmented-scan",
  source: "segmented-scan.cu",
  kernels: ["segmented_scan"],
  *cases() {
    for (const [n, block, every] of [
      [1, 32, 2],
      [100, 128, 5],
      [1000, 256, 20],
      [777, 50, 1000],
    ] as const) {
      const random = new Random(n);
      const values = random.integers(n, -100, 100);
      const flags = Uint8Array.from({ length: n }, () => Number(random.integer(0, every) === 0));
      let sum = 0;
      const expected = values.map((x, i) => (sum = flags[i] || i % block === 0 ? x : sum + x));
      yield {
        label: `n=${n} block=${block} every=${every}`,
        buffers: { values, flags, out: new Int32Array(n) },
        launches: [
          { kernel: "segmented_scan", grid: blocksFor(n, block), block, args: ["values", "flags", "out", n] },
        ],
        expect: { out: exactly(expected) },
      };
    }
  },
} satisfies KernelCase;
