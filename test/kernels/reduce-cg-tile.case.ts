import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "reduce-cg-tile",
  source: "reduce-cg-tile.cu",
  kernels: ["reduce_tiles"],
  *cases() {
    for (const [n, block] of [
      [1, 32],
      [500, 64],
      [2000, 256],
      [3333, 96],
    ] as const) {
      const data = new Random(n).integers(n, -500, 500);
      const grid = blocksFor(n, block);
      const tileSums = (size: number): Int32Array =>
        Int32Array.from({ length: (grid * block) / size }, (_, t) =>
          data.subarray(t * size, (t + 1) * size).reduce((sum, x) => sum + x, 0),
        );
      const sizes = { by32: 32, by8: 8, byBlock: block };
      const sums = Object.entries(sizes).map(([name, size]) => [name, tileSums(size)] as const);
      yield {
        label: `n=${n} block=${block}`,
        buffers: {
          in: data,
          ...Object.fromEntries(sums.map(([name, expected]) => [name, new Int32Array(expected.length)])),
        },
        launches: [{ kernel: "reduce_tiles", grid, block, args: ["in", "by32", "by8", "byBlock", n] }],
        expect: Object.fromEntries(sums.map(([name, expected]) => [name, exactly(expected)])),
      };
    }
  },
} satisfies KernelCase;
