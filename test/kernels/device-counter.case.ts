import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "device-counter",
  source: "device-counter.cu",
  kernels: ["count_values"],
  *cases() {
    const rows = [
      [1, 1, 32, 0],
      [1000, 2, 128, 3],
      [5001, 9, 96, -2],
    ] as const;
    for (const [n, grid, block, threshold] of rows) {
      const values = new Random(n).integers(n, -10, 11);
      const start = 5;
      const count = (test: (x: number) => boolean): number => values.filter(test).length;
      const checksum = values.reduce((sum, x, i) => sum + BigInt(x) * BigInt(i + 1), 0n);
      yield {
        label: `n=${n} grid=${grid} block=${block} threshold=${threshold}`,
        buffers: { values },
        globals: {
          matches: Uint32Array.of(start),
          by_sign: new Int32Array(3),
          checksum: new BigUint64Array(1),
          threshold: Int32Array.of(threshold),
        },
        // Twice, without resetting: the variables live as long as the module.
        launches: [1, 2].map(() => ({ kernel: "count_values", grid, block, args: ["values", n] })),
        expect: {
          matches: exactly([start + 2 * count((x) => x > threshold)]),
          by_sign: exactly(
            [count((x) => x < 0), count((x) => x === 0), count((x) => x > 0)].map((c) => 2 * c),
          ),
          checksum: exactly(BigUint64Array.of(BigInt.asUintN(64, 2n * checksum))),
        },
      };
    }
  },
} satisfies KernelCase;
