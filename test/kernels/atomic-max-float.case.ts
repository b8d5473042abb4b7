import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "atomic-max-float",
  source: "atomic-max-float.cu",
  kernels: ["float_extremes"],
  *cases() {
    for (const [n, block, groups] of [
      [1, 32, 1],
      [1000, 128, 1],
      [5000, 64, 7],
    ] as const) {
      // Multiples of 1/64 below 2^20: sums are exact in double precision.
      const values = Float32Array.from(new Random(n).integers(n, -(2 ** 20), 2 ** 20), (v) => v / 64);
      const members = Array.from({ length: groups }, (_, g) =>
        [...values].filter((_, i) => i % groups === g),
      );
      yield {
        label: `n=${n} block=${block} groups=${groups}`,
        buffers: {
          values,
          largest: new Float32Array(groups).fill(-Infinity),
          smallest: new Float32Array(groups).fill(Infinity),
          sums: new Float64Array(groups),
        },
        launches: [
          {
            kernel: "float_extremes",
            grid: blocksFor(n, block),
            block,
            args: ["values", n, groups, "largest", "smallest", "sums"],
          },
        ],
        expect: {
          largest: exactly(members.map((group) => Math.max(...group))),
          smallest: exactly(members.map((group) => Math.min(...group))),
          sums: exactly(members.map((group) => group.reduce((sum, v) => sum + v, 0))),
        },
      };
    }
  },
} satisfies KernelCase;
