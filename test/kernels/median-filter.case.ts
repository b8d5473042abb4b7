import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "median-filter",
  source: "median-filter.cu",
  kernels: ["median_filter"],
  *cases() {
    for (const [width, height, radius, block] of [
      [1, 1, 1, [8, 8]],
      [37, 20, 1, [16, 8]],
      [30, 33, 2, [8, 16]],
    ] as const) {
      const input = Uint16Array.from(new Random(width).words(width * height));
      const clamp = (v: number, top: number): number => Math.min(Math.max(v, 0), top);
      const offsets = Array.from({ length: 2 * radius + 1 }, (_, k) => k - radius);
      const expected = input.map((_, cell) => {
        const [x, y] = [cell % width, Math.floor(cell / width)];
        const window = offsets.flatMap((j) =>
          offsets.map((i) => input[clamp(y + j, height - 1) * width + clamp(x + i, width - 1)]!),
        );
        return window.sort((a, b) => a - b)[(window.length - 1) / 2]!;
      });
      yield {
        label: `${width}x${height} radius=${radius} block=${block.join("x")}`,
        buffers: { in: input, out: new Uint16Array(input.length) },
        launches: [
          {
            kernel: "median_filter",
            grid: [blocksFor(width, block[0]), blocksFor(height, block[1])],
            block,
            args: ["in", "out", width, height, radius],
          },
        ],
        expect: { out: exactly(expected) },
      };
    }
  },
} satisfies KernelCase;
