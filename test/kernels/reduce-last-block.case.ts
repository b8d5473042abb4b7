import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "reduce-last-block",
  source: "reduce-last-block.cu",
  kernels: ["sum_single_pass"],
  *cases() {
    for (const [n, grid, block] of [
      [1, 1, 32],
      [1000, 7, 64],
      [10000, 33, 128],
      [128, 200, 32],
    ] as const) {
      const data = new Random(n).words(n);
      const at = (i: number): bigint => BigInt(data[i]!);
      const partial = new BigUint64Array(grid);
      for (let i = 0; i < n; i++) partial[Math.floor(i / block) % grid]! += at(i);
      const total = partial.reduce((sum, p) => sum + p, 0n);
      yield {
        label: `n=${n} grid=${grid} block=${block}`,
        buffers: {
          in: data,
          partial: new BigUint64Array(grid),
          first: new BigUint64Array(1),
          again: new BigUint64Array(1),
        },
        globals: { tickets: new Uint32Array(1) },
        launches: ["first", "again"].map((out) => ({
          kernel: "sum_single_pass",
          grid,
          block,
          args: ["in", n, "partial", out],
        })),
        // The tickets wrapped to 0 both times.
        expect: {
          partial: exactly(partial),
          first: exactly(BigUint64Array.of(total)),
          again: exactly(BigUint64Array.of(total)),
        },
      };
    }
  },
} satisfies KernelCase;
