import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

const BLOCK = 128;
const TILE = 4 * BLOCK;

export default {
  name: "scan-multi-block",
  source: "scan-multi-block.cu",
  kernels: ["scan_tiles", "scan_totals", "add_totals"],
  *cases() {
    for (const n of [1, 511, 512, 513, 5000, 75_000]) {
      const data = new Random(n).integers(n, -50, 60);
      const grid = blocksFor(n, TILE);
      let sum = 0;
      const exclusive = data.map((x) => (sum += x) - x);
      yield {
        label: `n=${n}`,
        buffers: { in: data, out: new Int32Array(n), totals: new Int32Array(grid) },
        launches: [
          { kernel: "scan_tiles", grid, block: BLOCK, args: ["in", "out", "totals", n] },
          { kernel: "scan_totals", grid: 1, block: BLOCK, args: ["totals", grid] },
          { kernel: "add_totals", grid, block: BLOCK, args: ["out", "totals", n] },
        ],
        expect: {
          out: exactly(exclusive),
          totals: exactly(Int32Array.from({ length: grid }, (_, b) => exclusive[b * TILE]!)),
        },
      };
    }
  },
} satisfies KernelCase;
