import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { rowsOf } from "./linear-algebra.js";
import { Random } from "./random.js";
import { softmax } from "./softmax.js";

export default {
  name: "cross-entropy",
  source: "cross-entropy.cu",
  kernels: ["cross_entropy"],
  *cases() {
    for (const [rows, classes, grid, block] of [
      [1, 2, 1, 32],
      [20, 10, 2, 64],
      [33, 100, 3, 128],
      [7, 500, 1, 96],
    ] as const) {
      const random = new Random(classes);
      const logits = random.floats(rows * classes, -5, 5);
      const labels = random.integers(rows, -1, classes);
      const probabilities = rowsOf(logits, classes).map(softmax);
      const losses = probabilities.map((p, r) => (labels[r]! < 0 ? 0 : -Math.log(p[labels[r]!]!)));
      const gradient = probabilities.flatMap((p, r) =>
        p.map((v, c) => (labels[r]! < 0 ? 0 : v - Number(c === labels[r]))),
      );
      const why = "log Σ exp of values below 5: a few ulp of 12";
      yield {
        label: `${rows}x${classes} grid=${grid} block=${block}`,
        buffers: {
          logits,
          labels,
          gradient: new Float32Array(logits.length),
          losses: new Float32Array(rows),
          total: new Float64Array(1),
        },
        launches: [
          {
            kernel: "cross_entropy",
            grid,
            block,
            args: ["logits", "labels", "gradient", "losses", "total", rows, classes],
          },
        ],
        expect: {
          gradient: within(gradient, { absolute: 1e-5, why }),
          losses: within(losses, { absolute: 1e-5, why }),
          total: within([losses.reduce((sum, loss) => sum + loss, 0) / rows], { absolute: 1e-5, why }),
        },
      };
    }
  },
} satisfies KernelCase;
