import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "stencil-3d",
  source: "stencil-3d.cu",
  kernels: ["stencil_3d"],
  *cases() {
    for (const [nx, ny, nz] of [
      [1, 1, 1],
      [16, 8, 4],
      [19, 11, 7],
      [40, 5, 20],
    ] as const) {
      const input = new Random(nx).floats(nx * ny * nz);
      const [centre, side] = [-2.5, 0.75];
      const at = (x: number, y: number, z: number): number =>
        x < 0 || y < 0 || z < 0 || x >= nx || y >= ny || z >= nz ? 0 : input[(z * ny + y) * nx + x]!;
      const expected = Float64Array.from(input, (value, i) => {
        const [x, y, z] = [i % nx, Math.floor(i / nx) % ny, Math.floor(i / (nx * ny))];
        const around =
          at(x - 1, y, z) +
          at(x + 1, y, z) +
          at(x, y - 1, z) +
          at(x, y + 1, z) +
          at(x, y, z - 1) +
          at(x, y, z + 1);
        return centre * value + side * around;
      });
      yield {
        label: `${nx}x${ny}x${nz}`,
        buffers: { in: input, out: new Float32Array(input.length) },
        launches: [
          {
            kernel: "stencil_3d",
            grid: [blocksFor(nx, 16), blocksFor(ny, 8)],
            block: [16, 8],
            args: ["in", "out", nx, ny, nz, centre, side],
          },
        ],
        expect: { out: within(expected, { absolute: 4e-6, why: "8 roundings of sums below 8" }) },
      };
    }
  },
} satisfies KernelCase;
