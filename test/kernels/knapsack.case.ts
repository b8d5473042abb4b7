import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "knapsack",
  source: "knapsack.cu",
  kernels: ["knapsack"],
  *cases() {
    for (const [items, capacity, block] of [
      [0, 5, 32],
      [1, 1, 32],
      [12, 60, 64],
      [14, 300, 128],
    ] as const) {
      const random = new Random(items);
      const weights = random.integers(Math.max(1, items), 1, 40);
      const values = random.integers(Math.max(1, items), 1, 100);
      // Every subset: for each weight the best value, then the best at or below each capacity.
      const best = new Int32Array(capacity + 1);
      for (let subset = 0; subset < 2 ** items; subset++) {
        let [weight, value] = [0, 0];
        for (let k = 0; k < items; k++) {
          if (!(subset & (1 << k))) continue;
          weight += weights[k]!;
          value += values[k]!;
        }
        if (weight <= capacity) best[weight] = Math.max(best[weight]!, value);
      }
      for (let c = 1; c <= capacity; c++) best[c] = Math.max(best[c]!, best[c - 1]!);
      yield {
        label: `items=${items} capacity=${capacity} block=${block}`,
        buffers: { weights, values, best: new Int32Array(capacity + 1) },
        launches: [
          {
            kernel: "knapsack",
            grid: 1,
            block,
            shared: 8 * (capacity + 1),
            args: ["weights", "values", items, capacity, "best"],
          },
        ],
        expect: { best: exactly(best) },
      };
    }
  },
} satisfies KernelCase;
