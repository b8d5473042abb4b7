import { SUMMATION, summationBound, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "convolution-separable",
  source: "convolution-separable.cu",
  kernels: ["convolve_rows", "convolve_columns"],
  *cases() {
    for (const [width, height, radius] of [
      [1, 1, 0],
      [40, 23, 2],
      [33, 50, 8],
      [100, 6, 5],
    ] as const) {
      const random = new Random(width);
      const taps = 2 * radius + 1;
      const filter = random.floats(17, 0, 1).map((w) => w / taps);
      const input = random.floats(width * height);
      // As one 2-D convolution with the product of the two filters.
      const expected = Float64Array.from(input, (_, cell) => {
        const [x, y] = [cell % width, Math.floor(cell / width)];
        let sum = 0;
        for (let j = 0; j < taps; j++) {
          for (let i = 0; i < taps; i++) {
            const [u, v] = [x + i - radius, y + j - radius];
            if (u < 0 || u >= width || v < 0 || v >= height) continue;
            sum += filter[i]! * filter[j]! * input[v * width + u]!;
          }
        }
        return sum;
      });
      yield {
        label: `${width}x${height} radius=${radius}`,
        buffers: { in: input, middle: new Float32Array(input.length), out: new Float32Array(input.length) },
        globals: { filter },
        launches: [
          {
            kernel: "convolve_rows",
            grid: [blocksFor(width, 32), height],
            block: 32,
            shared: 4 * (32 + 2 * radius),
            args: ["in", "middle", width, height, radius],
          },
          {
            kernel: "convolve_columns",
            grid: [blocksFor(width, 16), blocksFor(height, 8)],
            block: [16, 8],
            shared: 4 * 16 * (8 + 2 * radius),
            args: ["middle", "out", width, height, radius],
          },
        ],
        expect: { out: within(expected, { absolute: summationBound(2 * taps, 1), why: SUMMATION }) },
        scratch: ["middle"],
      };
    }
  },
} satisfies KernelCase;
