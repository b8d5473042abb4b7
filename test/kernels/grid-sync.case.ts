import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "grid-sync",
  source: "grid-sync.cu",
  kernels: ["spread_labels"],
  *cases() {
    for (const [n, grid, block, share] of [
      [1, 1, 32, 1],
      [200, 2, 32, 0.8],
      [500, 4, 64, 0.9],
      [100, 8, 16, 0.5],
    ] as const) {
      const random = new Random(n);
      const open = Uint8Array.from({ length: n }, () => Number(random.uniform() < share));
      const labels = new Int32Array(n);
      open.forEach((isOpen, i) => {
        const continues = i > 0 && open[i - 1] === 1;
        labels[i] = isOpen === 0 ? -1 : continues ? labels[i - 1]! : i;
      });
      // A label moves one cell a sweep, and a closing sweep finds nothing to do; both copies then agree.
      const longest = Math.max(0, ...labels.map((label, i) => (label < 0 ? 0 : i - label)));
      yield {
        label: `n=${n} grid=${grid} block=${block} share=${share}`,
        buffers: {
          open,
          labels: new Int32Array(n),
          other: new Int32Array(n),
          changed: new Int32Array(2),
          sweeps: new Int32Array(1),
        },
        launches: [
          {
            kernel: "spread_labels",
            grid,
            block,
            cooperative: true,
            args: ["open", "labels", "other", n, "changed", "sweeps"],
          },
        ],
        expect: {
          labels: exactly(labels),
          other: exactly(labels),
          sweeps: exactly([longest + 1]),
        },
        scratch: ["changed"],
      };
    }
  },
} satisfies KernelCase;
