import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { transpose } from "./linear-algebra.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "transpose-padded",
  source: "transpose-padded.cu",
  kernels: ["transpose_padded"],
  *cases() {
    for (const [width, height] of [
      [1, 1],
      [32, 32],
      [33, 65],
      [100, 7],
      [3, 130],
    ] as const) {
      const input = new Random(width).floats(width * height);
      const swapped = transpose({ rows: height, columns: width, values: input });
      yield {
        label: `${width}x${height}`,
        buffers: { in: input, out: new Float32Array(width * height) },
        launches: [
          {
            kernel: "transpose_padded",
            grid: [blocksFor(width, 32), blocksFor(height, 32)],
            block: [32, 8],
            args: ["in", "out", width, height],
          },
        ],
        expect: { out: exactly(Float64Array.from(swapped.values)) },
      };
    }
  },
} satisfies KernelCase;
