import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { packStruct } from "./number-formats.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "wave-equation",
  source: "wave-equation.cu",
  kernels: ["wave_step"],
  *cases() {
    for (const [width, height, steps, block] of [
      [5, 5, 1, [8, 8]],
      [33, 21, 12, [16, 16]],
      [40, 50, 20, [32, 3]],
    ] as const) {
      // A standing wave is an eigenvector of the discrete operator: its amplitude after k steps is cos(k w).
      const [mx, my, courant2] = [2, 3, 0.4];
      const mode = Float64Array.from({ length: width * height }, (_, i) => {
        const [x, y] = [i % width, Math.floor(i / width)];
        return Math.sin((mx * Math.PI * x) / (width - 1)) * Math.sin((my * Math.PI * y) / (height - 1));
      });
      const half = (m: number, n: number): number => Math.sin((m * Math.PI) / (2 * (n - 1))) ** 2;
      const frequency = Math.acos(1 - 2 * courant2 * (half(mx, width) + half(my, height)));
      const fields = ["f0", "f1", "f2"];
      yield {
        label: `${width}x${height} steps=${steps} block=${block.join("x")}`,
        buffers: {
          f0: mode.map((v) => v * Math.cos(-frequency)),
          f1: mode,
          f2: new Float64Array(mode.length),
        },
        launches: Array.from({ length: steps }, (_, s) => ({
          kernel: "wave_step",
          grid: [blocksFor(width, block[0]), blocksFor(height, block[1])] as const,
          block,
          args: [
            fields[s % 3]!,
            fields[(s + 1) % 3]!,
            fields[(s + 2) % 3]!,
            packStruct(["i32", width], ["i32", height]),
            courant2,
          ],
        })),
        expect: {
          [fields[(steps + 1) % 3]!]: within(
            mode.map((v) => v * Math.cos(steps * frequency)),
            { absolute: 1e-13, why: "rounding grows at most linearly with the steps for a stable scheme" },
          ),
        },
        scratch: [fields[steps % 3]!, fields[(steps + 2) % 3]!],
      };
    }
  },
} satisfies KernelCase;
