import { exactly } from "./compare.js";
import type { KernelCase, KernelLaunch } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "radix-sort-pass",
  source: "radix-sort-pass.cu",
  kernels: ["radix_count", "radix_scan", "radix_scatter"],
  *cases() {
    for (const [n, block, bits] of [
      [1, 32, 32],
      [500, 64, 8],
      [3000, 128, 32],
    ] as const) {
      // With few bits there are many equal keys: the values then show whether the sort is stable.
      const keys = Uint32Array.from(new Random(n).words(n), (w) => (bits === 32 ? w : w & (2 ** bits - 1)));
      const values = Uint32Array.from(keys, (_, i) => i);
      const grid = blocksFor(n, block);
      const launches: KernelLaunch[] = [];
      for (let shift = 0; shift < 32; shift += 4) {
        const [from, to] = (shift / 4) % 2 === 0 ? ["", "2"] : ["2", ""];
        launches.push(
          { kernel: "radix_count", grid, block, args: [`keys${from}`, n, shift, "counts"] },
          { kernel: "radix_scan", grid: 1, block: 32, args: ["counts", 16 * grid] },
          {
            kernel: "radix_scatter",
            grid,
            block,
            shared: block,
            args: [`keys${from}`, `values${from}`, n, shift, "counts", `keys${to}`, `values${to}`],
          },
        );
      }
      const order = [...values].sort((a, b) => keys[a]! - keys[b]! || a - b);
      yield {
        label: `n=${n} block=${block} bits=${bits}`,
        buffers: {
          keys,
          values,
          keys2: new Uint32Array(n),
          values2: new Uint32Array(n),
          counts: new Uint32Array(16 * grid),
        },
        launches,
        expect: { keys: exactly(order.map((i) => keys[i]!)), values: exactly(order) },
        scratch: ["keys2", "values2", "counts"],
      };
    }
  },
} satisfies KernelCase;
