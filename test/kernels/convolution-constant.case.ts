import { SUMMATION, summationBound, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "convolution-constant",
  source: "convolution-constant.cu",
  kernels: ["convolve_2d"],
  *cases() {
    for (const [width, height, seed] of [
      [1, 1, 1],
      [12, 12, 2],
      [50, 31, 3],
      [25, 80, 4],
    ] as const) {
      const random = new Random(seed);
      const mask = random.floats(25);
      const input = random.floats(width * height);
      const expected = Float64Array.from(input, (_, cell) => {
        const [x, y] = [cell % width, Math.floor(cell / width)];
        let sum = 0;
        for (let j = -2; j <= 2; j++) {
          for (let i = -2; i <= 2; i++) {
            const inside = x + i >= 0 && x + i < width && y + j >= 0 && y + j < height;
            if (inside) sum += mask[(j + 2) * 5 + i + 2]! * input[(y + j) * width + x + i]!;
          }
        }
        return sum;
      });
      yield {
        label: `${width}x${height} seed=${seed}`,
        buffers: { in: input, out: new Float32Array(input.length) },
        globals: { mask },
        launches: [
          {
            kernel: "convolve_2d",
            grid: [blocksFor(width, 12), blocksFor(height, 12)],
            block: [16, 16],
            args: ["in", "out", width, height],
          },
        ],
        expect: { out: within(expected, { absolute: summationBound(25, 25), why: SUMMATION }) },
      };
    }
  },
} satisfies KernelCase;
