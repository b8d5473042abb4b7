import { exactly, inAnyOrder } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "warp-aggregated-atomics",
  source: "warp-aggregated-atomics.cu",
  kernels: ["partition_by_sign"],
  *cases() {
    for (const [n, grid, block] of [
      [1, 1, 32],
      [1000, 2, 96],
      [3001, 5, 128],
    ] as const) {
      const data = new Random(n).integers(n, -300, 300);
      const part = (keep: (v: number) => boolean): Int32Array => {
        const all = new Int32Array(n);
        all.set(data.filter(keep));
        return all;
      };
      const [negative, positive] = [data.filter((v) => v < 0).length, data.filter((v) => v > 0).length];
      yield {
        label: `n=${n} grid=${grid} block=${block}`,
        buffers: {
          in: data,
          negative: new Int32Array(n),
          positive: new Int32Array(n),
          counters: new Int32Array(2),
        },
        launches: [
          { kernel: "partition_by_sign", grid, block, args: ["in", n, "negative", "positive", "counters"] },
        ],
        expect: {
          negative: inAnyOrder(
            part((v) => v < 0),
            negative,
          ),
          positive: inAnyOrder(
            part((v) => v > 0),
            positive,
          ),
          counters: exactly([negative, positive]),
        },
      };
    }
  },
} satisfies KernelCase;
