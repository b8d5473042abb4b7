import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "integral-image",
  source: "integral-image.cu",
  kernels: ["scan_rows", "scan_columns"],
  *cases() {
    for (const [width, height, block] of [
      [1, 1, 32],
      [32, 10, 64],
      [100, 37, 128],
      [5, 200, 96],
    ] as const) {
      const input = new Random(width).bytes(width * height);
      const table = new Uint32Array(width * height);
      const at = (x: number, y: number): number => (x < 0 || y < 0 ? 0 : table[y * width + x]!);
      input.forEach((value, cell) => {
        const [x, y] = [cell % width, Math.floor(cell / width)];
        table[cell] = value + at(x - 1, y) + at(x, y - 1) - at(x - 1, y - 1);
      });
      yield {
        label: `${width}x${height} block=${block}`,
        buffers: { in: input, out: new Uint32Array(input.length) },
        launches: [
          {
            kernel: "scan_rows",
            grid: blocksFor(32 * height, block),
            block,
            args: ["in", "out", width, height],
          },
          { kernel: "scan_columns", grid: blocksFor(width, block), block, args: ["out", width, height] },
        ],
        expect: { out: exactly(table) },
      };
    }
  },
} satisfies KernelCase;
