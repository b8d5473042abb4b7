import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "int8-matmul",
  source: "int8-matmul.cu",
  kernels: ["int8_matmul"],
  *cases() {
    for (const [m, n, k, block] of [
      [1, 1, 4, [1, 1]],
      [13, 21, 64, [8, 8]],
      [40, 33, 128, [32, 4]],
    ] as const) {
      const random = new Random(m);
      const a = Int8Array.from(random.bytes(m * k));
      const b = Int8Array.from(random.bytes(n * k));
      const scales = random.floats(n, 0.001, 0.1);
      const expected = Float32Array.from({ length: m * n }, (_, cell) => {
        const [row, column] = [Math.floor(cell / n), cell % n];
        let sum = 0;
        for (let i = 0; i < k; i++) sum += a[row * k + i]! * b[column * k + i]!;
        // Below 2^24, so the conversion is exact and the product rounds once.
        return sum * scales[column]!;
      });
      yield {
        label: `${m}x${n}x${k} block=${block.join("x")}`,
        buffers: {
          a: new Int32Array(a.buffer),
          b: new Int32Array(b.buffer),
          scales,
          out: new Float32Array(m * n),
        },
        launches: [
          {
            kernel: "int8_matmul",
            grid: [blocksFor(n, block[0]), blocksFor(m, block[1])],
            block,
            args: ["a", "b", "scales", "out", m, n, k / 4],
          },
        ],
        expect: { out: exactly(expected) },
      };
    }
  },
} satisfies KernelCase;
