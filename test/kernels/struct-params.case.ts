import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { packStruct } from "./number-formats.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "struct-params",
  source: "struct-params.cu",
  kernels: ["transform_points"],
  *cases() {
    const rows = [
      [1, 32, 0],
      [500, 128, 1],
      [1201, 96, 0],
      [1201, 96, 1],
    ] as const;
    for (const [n, block, mode] of rows) {
      const random = new Random(n + mode);
      const points = random.floats(2 * n, -10, 10);
      const [a, b, c, d, tx, ty] = random.floats(6, -1, 1) as unknown as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      const [low, high] = [-5, 6];
      const clamp = (v: number): number => (mode === 1 ? Math.min(Math.max(v, low), high) : v);
      const expected = new Float64Array(2 * n);
      for (let i = 0; i < n; i++) {
        const [x, y] = [points[2 * i]!, points[2 * i + 1]!];
        expected[2 * i] = clamp(a * x + b * y + tx);
        expected[2 * i + 1] = clamp(c * x + d * y + ty);
      }
      // `float2` is aligned to 8 bytes: the struct is 40 bytes, of which 4 at the end are padding.
      const affine = packStruct(
        ...[a, b, c, d, tx, ty].map((v) => ["f32", v] as const),
        ["i32", mode],
        ["f32", low],
        ["f32", high],
        ["i32", 0],
      );
      yield {
        label: `n=${n} block=${block} mode=${mode}`,
        buffers: { in: points, out: new Float32Array(2 * n) },
        launches: [
          { kernel: "transform_points", grid: blocksFor(n, block), block, args: [affine, "in", "out", n] },
        ],
        expect: { out: within(expected, { absolute: 5e-6, why: "4 roundings of values below 21" }) },
      };
    }
  },
} satisfies KernelCase;
