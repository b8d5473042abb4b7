import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "bilateral-filter",
  source: "bilateral-filter.cu",
  kernels: ["bilateral_filter"],
  *cases() {
    for (const [width, height, radius, block] of [
      [1, 1, 2, [8, 8]],
      [31, 17, 3, [16, 4]],
      [20, 45, 1, [4, 32]],
    ] as const) {
      const input = new Random(width).floats(width * height, 0, 1);
      const spatial = Float32Array.from({ length: 16 }, (_, d) => Math.exp(-0.5 * (d / 2) ** 2));
      const inverseRange = 4;
      const expected = Float64Array.from(input, (centre, cell) => {
        const [x, y] = [cell % width, Math.floor(cell / width)];
        let [sum, total] = [0, 0];
        for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
          for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) {
            const value = input[v * width + u]!;
            const near = spatial[Math.abs(u - x)]! * spatial[Math.abs(v - y)]!;
            const weight = near * Math.exp(-0.5 * ((value - centre) * inverseRange) ** 2);
            sum += weight * value;
            total += weight;
          }
        }
        return sum / total;
      });
      yield {
        label: `${width}x${height} radius=${radius} block=${block.join("x")}`,
        buffers: { in: input, out: new Float32Array(input.length) },
        globals: { spatial },
        launches: [
          {
            kernel: "bilateral_filter",
            grid: [blocksFor(width, block[0]), blocksFor(height, block[1])],
            block,
            args: ["in", "out", width, height, radius, inverseRange],
          },
        ],
        expect: {
          out: within(expected, { relative: 1e-5, why: "sums of 49 positive terms; expf is good to 2 ulp" }),
        },
      };
    }
  },
} satisfies KernelCase;
