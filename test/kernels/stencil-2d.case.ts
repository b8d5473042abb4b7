import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "stencil-2d",
  source: "stencil-2d.cu",
  kernels: ["stencil_2d"],
  *cases() {
    const rows = [
      { width: 1, height: 1, block: [8, 8] },
      { width: 33, height: 17, block: [16, 16] },
      { width: 100, height: 41, block: [32, 4] },
      { width: 7, height: 90, block: [3, 20] },
    ] as const;
    const kernel = [
      [1 / 16, 1 / 8, 1 / 16],
      [1 / 8, 1 / 4, 1 / 8],
      [1 / 16, 1 / 8, 1 / 16],
    ];
    for (const { width, height, block } of rows) {
      const input = new Random(width).floats(width * height, 0, 10);
      const clamp = (v: number, top: number): number => Math.min(Math.max(v, 0), top);
      const expected = Float64Array.from(input, (_, i) => {
        const [x, y] = [i % width, Math.floor(i / width)];
        let sum = 0;
        for (let dy = -1; dy <= 1; dy++) {
          for (let dx = -1; dx <= 1; dx++) {
            const cell = clamp(y + dy, height - 1) * width + clamp(x + dx, width - 1);
            sum += kernel[dy + 1]![dx + 1]! * input[cell]!;
          }
        }
        return sum;
      });
      yield {
        label: `${width}x${height} block=${block.join("x")}`,
        buffers: { in: input, out: new Float32Array(width * height) },
        launches: [
          {
            kernel: "stencil_2d",
            grid: [blocksFor(width, block[0]), blocksFor(height, block[1])],
            block,
            shared: 4 * (block[0] + 2) * (block[1] + 2),
            args: ["in", "out", width, height],
          },
        ],
        expect: { out: within(expected, { absolute: 1e-5, why: "10 roundings of sums below 40" }) },
      };
    }
  },
} satisfies KernelCase;
