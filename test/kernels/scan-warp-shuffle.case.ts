import { SUMMATION, summationBound, within } from "./compare.js";
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
      const data = new Random(n).floats(n);
      const sums = new Float64Array(n);
      const bounds = new Float64Array(n);
      let [sum, magnitude] = [0, 0];
      for (let i = 0; i < n; i++) {
        if (i % block === 0) [sum, magnitude] = [0, 0];
        sums[i] = sum += data[i]!;
        magnitude += Math.abs(data[i]!);
        bounds[i] = summationBound((i % block) + 1, magnitude);
      }
      yield {
        label: `n=${n} block=${block}`,
        buffers: { in: data, out: new Float32Array(n) },
        launches: [{ kernel: "scan_shuffle", grid: blocksFor(n, block), block, args: ["in", "out", n] }],
        expect: { out: within(sums, { absolute: bounds, why: SUMMATION }) },
      };
    }
  },
} satisfies KernelCase;
