import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "nbody-tiled",
  source: "nbody-tiled.cu",
  kernels: ["nbody_accelerations"],
  *cases() {
    for (const [n, block] of [
      [1, 32],
      [100, 32],
      [300, 128],
      [257, 64],
    ] as const) {
      const random = new Random(n);
      const softening2 = Math.fround(0.01);
      const bodies = random.floats(4 * n);
      for (let i = 0; i < n; i++) bodies[4 * i + 3] = random.uniform(0.5, 2);
      const expected = new Float64Array(3 * n);
      const bounds = new Float64Array(3 * n);
      for (let i = 0; i < n; i++) {
        let magnitude = 0;
        for (let j = 0; j < n; j++) {
          const dx = bodies[4 * j]! - bodies[4 * i]!;
          const dy = bodies[4 * j + 1]! - bodies[4 * i + 1]!;
          const dz = bodies[4 * j + 2]! - bodies[4 * i + 2]!;
          const distance2 = dx * dx + dy * dy + dz * dz;
          const scale = bodies[4 * j + 3]! / (distance2 + softening2) ** 1.5;
          expected[3 * i]! += dx * scale;
          expected[3 * i + 1]! += dy * scale;
          expected[3 * i + 2]! += dz * scale;
          magnitude += Math.sqrt(distance2) * scale;
        }
        bounds.fill(magnitude * 2e-6, 3 * i, 3 * i + 3);
      }
      yield {
        label: `n=${n} block=${block}`,
        buffers: { bodies, accelerations: new Float32Array(3 * n) },
        launches: [
          {
            kernel: "nbody_accelerations",
            grid: blocksFor(n, block),
            block,
            shared: 16 * block,
            args: ["bodies", "accelerations", n, softening2],
          },
        ],
        expect: {
          accelerations: within(expected, {
            absolute: bounds,
            why: "rsqrtf is good to 2 ulp and is cubed: 15 roundings of each term, and the sum's own",
          }),
        },
      };
    }
  },
} satisfies KernelCase;
