import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor, volume } from "./shapes.js";

export default {
  name: "syncthreads-vote",
  source: "syncthreads-vote.cu",
  kernels: ["vote_blocks"],
  *cases() {
    const rows = [
      { n: 1, block: [32, 1, 1], pivot: 50 },
      { n: 1000, block: [8, 4, 2], pivot: 90 },
      { n: 1001, block: [16, 16, 1], pivot: 99 },
      { n: 500, block: [7, 3, 1], pivot: 95 },
    ] as const;
    for (const { n, block, pivot } of rows) {
      const values = new Random(n).integers(n, 0, 100);
      const threads = volume(block);
      const grid = blocksFor(n, threads);
      const tiles = Array.from({ length: grid }, (_, b) => values.subarray(b * threads, (b + 1) * threads));
      yield {
        label: `n=${n} block=${block.join("x")} pivot=${pivot}`,
        buffers: {
          values,
          below: new Int32Array(grid),
          all: new Int32Array(grid),
          any: new Int32Array(grid),
        },
        launches: [{ kernel: "vote_blocks", grid, block, args: ["values", n, pivot, "below", "all", "any"] }],
        expect: {
          below: exactly(tiles.map((tile) => tile.filter((v) => v < pivot).length)),
          all: exactly(tiles.map((tile) => Number(tile.every((v) => v < pivot)))),
          any: exactly(tiles.map((tile) => Number(tile.includes(pivot)))),
        },
      };
    }
  },
} satisfies KernelCase;
