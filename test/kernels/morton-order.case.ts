import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { packStruct } from "./number-formats.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "morton-order",
  source: "morton-order.cu",
  kernels: ["morton_encode", "morton_decode"],
  *cases() {
    for (const [n, block] of [
      [1, 32],
      [500, 64],
      [1001, 128],
    ] as const) {
      // Multiples of 1/8 and cells of 1/4: the division is exact. Some points lie outside and are clamped.
      const points = Float32Array.from(new Random(n).integers(3 * n, -100, 2200), (v) => v / 8);
      const cells = Uint16Array.from(points, (v) => Math.min(Math.max(Math.floor((v - 2) / 0.25), 0), 1023));
      const codes = Uint32Array.from({ length: n }, (_, i) => {
        let code = 0;
        for (let bit = 9; bit >= 0; bit--) {
          for (const axis of [0, 1, 2]) code = code * 2 + ((cells[3 * i + axis]! >> bit) & 1);
        }
        return code;
      });
      const launch = { grid: blocksFor(n, block), block };
      const triple = (v: number): Uint8Array => packStruct(["f32", v], ["f32", v], ["f32", v]);
      yield {
        label: `n=${n} block=${block}`,
        buffers: { points, codes: new Uint32Array(n), cells: new Uint16Array(3 * n) },
        launches: [
          { kernel: "morton_encode", ...launch, args: ["points", triple(2), triple(0.25), "codes", n] },
          { kernel: "morton_decode", ...launch, args: ["codes", "cells", n] },
        ],
        expect: { codes: exactly(codes), cells: exactly(cells) },
      };
    }
  },
} satisfies KernelCase;
