import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "virtual-shapes",
  source: "virtual-shapes.cu",
  kernels: ["score_shapes"],
  *cases() {
    for (const [n, block] of [
      [1, 32],
      [500, 64],
      [1001, 96],
    ] as const) {
      const random = new Random(n);
      const rows = Array.from({ length: n }, () => {
        const [kind, width, height, border] = [
          random.integer(0, 3),
          random.integer(10, 100),
          random.integer(10, 100),
          random.integer(1, 5),
        ];
        const inner = (width - 2 * border) * (height - 2 * border);
        const areas = [width * height, Math.floor((width * height) / 2), width * height - inner];
        return { fields: [kind, width, height, border], score: 10 * areas[kind]! + [4, 3, 8][kind]! };
      });
      yield {
        label: `n=${n} block=${block}`,
        buffers: {
          descriptions: Int32Array.from(rows.flatMap(({ fields }) => fields)),
          scores: new Int32Array(n),
        },
        launches: [
          { kernel: "score_shapes", grid: blocksFor(n, block), block, args: ["descriptions", "scores", n] },
        ],
        expect: { scores: exactly(rows.map(({ score }) => score)) },
      };
    }
  },
} satisfies KernelCase;
