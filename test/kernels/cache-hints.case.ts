import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "cache-hints",
  source: "cache-hints.cu",
  kernels: ["hinted_sum"],
  *cases() {
    for (const [n, block] of [
      [1, 32],
      [500, 64],
      [1300, 256],
    ] as const) {
      const random = new Random(n);
      // Quarters: all sums are exact.
      const a = random.integers(n, -1000, 1000);
      const b = Float32Array.from(random.integers(n, -4000, 4000), (v) => v / 4);
      const c = Float64Array.from(random.integers(n, -4000, 4000), (v) => v / 4);
      const d = random.integers(4 * n, -1000, 1000);
      const grid = blocksFor(n, block);
      const sums = c.map((v, i) => v + a[i]! + b[i]!);
      const positive = Uint32Array.from(
        { length: grid },
        (_, k) => sums.subarray(k * block, (k + 1) * block).filter((sum) => sum > 0).length,
      );
      yield {
        label: `n=${n} block=${block}`,
        buffers: {
          a,
          b,
          c,
          d,
          sums: new Float64Array(n),
          scaled: new Float32Array(n),
          doubled: new Int32Array(4 * n),
          positive: new Uint32Array(grid),
          last: new Uint32Array(1),
        },
        launches: [
          {
            kernel: "hinted_sum",
            grid,
            block,
            args: ["a", "b", "c", "d", "sums", "scaled", "doubled", "positive", "last", n],
          },
        ],
        expect: {
          sums: exactly(sums),
          scaled: exactly(b.map((v) => 2 * v)),
          doubled: exactly(d.map((v) => 2 * v)),
          positive: exactly(positive),
          last: exactly([n - 1]),
        },
      };
    }
  },
} satisfies KernelCase;
