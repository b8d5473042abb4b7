import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "histogram-global",
  source: "histogram-global.cu",
  kernels: ["histogram_global"],
  *cases() {
    for (const [n, grid, block] of [
      [1, 1, 32],
      [1000, 4, 64],
      [10000, 10, 256],
    ] as const) {
      const data = Uint32Array.from(new Random(n).words(n), (w) => w & 0xff0f3fff);
      const bins = new Uint32Array(4 * 256);
      for (const word of data) {
        for (let byte = 0; byte < 4; byte++) bins[byte * 256 + ((word >>> (8 * byte)) & 255)]!++;
      }
      yield {
        label: `n=${n} grid=${grid} block=${block}`,
        buffers: { data, bins: new Uint32Array(bins.length) },
        launches: [{ kernel: "histogram_global", grid, block, args: ["data", n, "bins"] }],
        expect: { bins: exactly(bins) },
      };
    }
  },
} satisfies KernelCase;
