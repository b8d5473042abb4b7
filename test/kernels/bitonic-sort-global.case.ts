import { exactly } from "./compare.js";
import type { KernelCase, KernelLaunch } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "bitonic-sort-global",
  source: "bitonic-sort-global.cu",
  kernels: ["bitonic_step"],
  *cases() {
    for (const [n, block] of [
      [2, 2],
      [256, 64],
      [4096, 256],
    ] as const) {
      const data = new Random(n).floats(n, -1000, 1000);
      const launches: KernelLaunch[] = [];
      for (let size = 2; size <= n; size *= 2) {
        for (let stride = size / 2; stride >= 1; stride /= 2) {
          launches.push({ kernel: "bitonic_step", grid: n / block, block, args: ["data", stride, size] });
        }
      }
      yield {
        label: `n=${n} block=${block}`,
        buffers: { data },
        launches,
        expect: { data: exactly(data.slice().sort()) },
      };
    }
  },
} satisfies KernelCase;
