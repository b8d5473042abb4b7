import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

const BLOCK = 64;

export default {
  name: "scan-lookback",
  source: "scan-lookback.cu",
  kernels: ["scan_lookback"],
  *cases() {
    for (const n of [1, 64, 1000, 6401]) {
      const data = new Random(n).words(n);
      const grid = blocksFor(n, BLOCK);
      let sum = 0;
      const inclusive = data.map((x) => (sum = (sum + x) >>> 0));
      const prefix = (tile: number): bigint => BigInt(inclusive[Math.min(n, (tile + 1) * BLOCK) - 1]!);
      yield {
        label: `n=${n}`,
        buffers: {
          in: data,
          out: new Uint32Array(n),
          ticket: new Uint32Array(1),
          states: new BigUint64Array(grid),
        },
        launches: [
          { kernel: "scan_lookback", grid, block: BLOCK, args: ["in", "out", n, "ticket", "states"] },
        ],
        expect: {
          out: exactly(inclusive),
          ticket: exactly([grid]),
          states: exactly(BigUint64Array.from({ length: grid }, (_, t) => (2n << 32n) | prefix(t))),
        },
      };
    }
  },
} satisfies KernelCase;
