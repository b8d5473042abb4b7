import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "scan-warp-shuffle",
  source: "scan-warp-shuffle.cu",
  kernels: ["scan_shuffle"],
  *cases() {
    for (const [n, block] of [
      [1, 32],
      [77, 64],
      [1024, 1024],
      [4000, 160],
    ] as const) {
      // Multiples of 1/64 below 16: sums of 1024 of them are exact in float32, in any order.
      const data = Float32Array.from(new Random(n).integers(n, -1023, 1024), (v) => v / 64);
      let sum = 0;
      const expected = data.map((x, i) => (sum = i % block === 0 ? x : sum + x));
      yield {
        label: `n=${n} block=${block}`,
        buffers: { in: data, out: new Float32Array(n) },
        launches: [{ kernel: "scan_shuffle", grid: blocksFor(n, block), block, args: ["in", "out", n] }],
        expect: { out: exactly(expected) },
      };
    }
  },
} satisfies KernelCase;
