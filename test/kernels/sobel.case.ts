import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "sobel",
  source: "sobel.cu",
  kernels: ["sobel"],
  *cases() {
    for (const [width, height, block] of [
      [1, 1, [8, 8]],
      [2, 9, [8, 8]],
      [65, 33, [16, 16]],
      [40, 70, [64, 2]],
    ] as const) {
      // Dark values, so that not every pixel saturates.
      const input = new Random(width).bytes(width * height).map((v) => v >> 2);
      const weights = [1, 2, 1];
      const expected = Uint8Array.from(input, (_, cell) => {
        const [x, y] = [cell % width, Math.floor(cell / width)];
        if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return 0;
        let [gx, gy] = [0, 0];
        for (const k of [-1, 0, 1]) {
          gx += weights[k + 1]! * (input[(y + k) * width + x + 1]! - input[(y + k) * width + x - 1]!);
          gy += weights[k + 1]! * (input[(y + 1) * width + x + k]! - input[(y - 1) * width + x + k]!);
        }
        return Math.min(255, Math.abs(gx) + Math.abs(gy));
      });
      yield {
        label: `${width}x${height} block=${block.join("x")}`,
        buffers: { in: input, out: new Uint8Array(input.length).fill(99) },
        launches: [
          {
            kernel: "sobel",
            grid: [blocksFor(width, block[0]), blocksFor(height, block[1])],
            block,
            args: ["in", "out", width, height],
          },
        ],
        expect: { out: exactly(expected) },
      };
    }
  },
} satisfies KernelCase;
