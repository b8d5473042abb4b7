import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "gauss-seidel-red-black",
  source: "gauss-seidel-red-black.cu",
  kernels: ["relax_colour"],
  *cases() {
    for (const [width, height, sweeps, block] of [
      [3, 3, 1, [8, 8]],
      [20, 33, 6, [16, 4]],
      [41, 18, 10, [5, 7]],
    ] as const) {
      const random = new Random(width);
      const start = random.doubles(width * height);
      const f = random.doubles(width * height);
      const omega = 1.5;
      const u = start.slice();
      for (let half = 0; half < 2 * sweeps; half++) {
        for (let y = 1; y < height - 1; y++) {
          for (let x = 1; x < width - 1; x++) {
            if ((x + y) % 2 !== half % 2) continue;
            const i = y * width + x;
            const target = (u[i - 1]! + u[i + 1]! + u[i - width]! + u[i + width]! + f[i]!) / 4;
            u[i]! += omega * (target - u[i]!);
          }
        }
      }
      yield {
        label: `${width}x${height} sweeps=${sweeps} block=${block.join("x")}`,
        buffers: { u: start, f },
        launches: Array.from({ length: 2 * sweeps }, (_, half) => ({
          kernel: "relax_colour",
          grid: [blocksFor(width - 2, block[0]), blocksFor(height - 2, block[1])] as const,
          block,
          args: ["u", "f", width, height, half % 2, omega],
        })),
        expect: {
          u: within(u, {
            absolute: 1e-13,
            why: "fused or not, each update rounds values below 10 once or twice",
          }),
        },
      };
    }
  },
} satisfies KernelCase;
