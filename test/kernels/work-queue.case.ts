import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "work-queue",
  source: "work-queue.cu",
  kernels: ["process_tiles"],
  *cases() {
    for (const [n, tile, grid, block] of [
      [1, 1, 1, 32],
      [500, 30, 3, 32],
      [1000, 64, 7, 64],
      [200, 100, 10, 50],
    ] as const) {
      const data = Uint32Array.from(new Random(n).integers(n, 1, 5000));
      const steps = data.map((start) => {
        let count = 0;
        for (let v = start; v !== 1; count++) v = v % 2 === 1 ? 3 * v + 1 : v / 2;
        return count;
      });
      const tiles = blocksFor(n, tile);
      yield {
        label: `n=${n} tile=${tile} grid=${grid} block=${block}`,
        buffers: { in: data, out: new Uint32Array(n), next: new Uint32Array(1), done: new Int32Array(1) },
        launches: [{ kernel: "process_tiles", grid, block, args: ["in", "out", n, tile, "next", "done"] }],
        // Every block draws once more than it does, to learn that the queue is empty.
        expect: { out: exactly(steps), next: exactly([tiles + grid]), done: exactly([tiles]) },
      };
    }
  },
} satisfies KernelCase;
