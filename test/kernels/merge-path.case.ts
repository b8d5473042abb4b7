import { exactly } from "./compare.js";
import type { KernelCase, KernelLaunch } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "merge-path",
  source: "merge-path.cu",
  kernels: ["merge_runs"],
  *cases() {
    for (const [n, block] of [
      [2, 32],
      [37, 32],
      [1000, 64],
      [5003, 128],
    ] as const) {
      const data = new Random(n).integers(n, -500, 500);
      const launches: KernelLaunch[] = [];
      let [from, to] = ["a", "b"];
      for (let run = 1; run < n; run *= 2) {
        launches.push({
          kernel: "merge_runs",
          grid: blocksFor(n, 5 * block),
          block,
          args: [from, to, n, run],
        });
        [from, to] = [to, from];
      }
      yield {
        label: `n=${n} block=${block}`,
        buffers: { a: data, b: new Int32Array(n) },
        launches,
        expect: { [from]: exactly(data.slice().sort()) },
        scratch: [to],
      };
    }
  },
} satisfies KernelCase;
