import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "masked-shuffle",
  source: "masked-shuffle.cu",
  kernels: ["divergent_shuffles"],
  *cases() {
    for (const [n, block, low] of [
      [5, 32, 0],
      [500, 64, 0],
      [1000, 160, 1],
    ] as const) {
      const data = new Random(n).integers(n, low, 50);
      const halves = new Int32Array(n);
      const thirds = new Int32Array(n);
      for (let warp = 0; warp < n; warp += 32) {
        const values = Array.from({ length: 32 }, (_, lane) => data[warp + lane] ?? 0);
        const kind = (k: number): number[] => values.filter((_, lane) => lane % 3 === k);
        for (let lane = 0; lane < 32 && warp + lane < n; lane++) {
          const mirrored = values[47 - lane]!;
          halves[warp + lane] =
            lane < 16
              ? values.slice(0, 16).reduce((sum, v) => sum + v)
              : lane % 2 === 1
                ? -mirrored
                : mirrored;
          thirds[warp + lane] = [
            values[30]! + kind(0).filter((v) => v > 0).length,
            values[1]! - Number(kind(1).includes(7)),
            kind(2).every((v) => v !== 0) ? 1000 : values[lane < 29 ? lane + 3 : lane]!,
          ][lane % 3]!;
        }
      }
      yield {
        label: `n=${n} block=${block} low=${low}`,
        buffers: { in: data, halves: new Int32Array(n), thirds: new Int32Array(n) },
        launches: [
          {
            kernel: "divergent_shuffles",
            grid: blocksFor(n, block),
            block,
            args: ["in", "halves", "thirds", n],
          },
        ],
        expect: { halves: exactly(halves), thirds: exactly(thirds) },
      };
    }
  },
} satisfies KernelCase;
