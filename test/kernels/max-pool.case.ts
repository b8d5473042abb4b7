import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "max-pool",
  source: "max-pool.cu",
  kernels: ["max_pool"],
  *cases() {
    for (const [planes, height, width, window, stride, block] of [
      [1, 1, 1, 1, 1, [1, 1, 1]],
      [3, 17, 20, 2, 2, [8, 8, 1]],
      [5, 15, 9, 3, 2, [4, 4, 4]],
      [2, 30, 31, 4, 1, [32, 2, 2]],
    ] as const) {
      const random = new Random(width);
      const input = random
        .floats(planes * height * width)
        .map((v) => (random.uniform() < 0.02 ? Number.NaN : v));
      const [outHeight, outWidth] = [Math.ceil(height / stride), Math.ceil(width / stride)];
      const values: number[] = [];
      const indices: number[] = [];
      for (let p = 0; p < planes; p++) {
        for (let oy = 0; oy < outHeight; oy++) {
          for (let ox = 0; ox < outWidth; ox++) {
            const cells: number[] = [];
            for (let y = oy * stride; y < Math.min(oy * stride + window, height); y++) {
              for (let x = ox * stride; x < Math.min(ox * stride + window, width); x++)
                cells.push(y * width + x);
            }
            const at = (cell: number): number => input[p * height * width + cell]!;
            const best =
              cells.find((cell) => Number.isNaN(at(cell))) ?? cells.reduce((a, b) => (at(b) > at(a) ? b : a));
            values.push(at(best));
            indices.push(best);
          }
        }
      }
      yield {
        label: `${planes}x${height}x${width} window=${window} stride=${stride} block=${block.join("x")}`,
        buffers: { in: input, out: new Float32Array(values.length), indices: new Int32Array(values.length) },
        launches: [
          {
            kernel: "max_pool",
            grid: [
              blocksFor(outWidth, block[0]),
              blocksFor(outHeight, block[1]),
              blocksFor(planes, block[2]),
            ],
            block,
            args: ["in", "out", "indices", planes, height, width, window, stride, outHeight, outWidth],
          },
        ],
        expect: { out: exactly(values), indices: exactly(indices) },
      };
    }
  },
} satisfies KernelCase;
