import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { packStruct } from "./number-formats.js";
import { blocksFor } from "./shapes.js";

const { fround } = Math;

export default {
  name: "mandelbrot",
  source: "mandelbrot.cu",
  kernels: ["mandelbrot"],
  *cases() {
    const rows = [
      { width: 1, height: 1, centre: [-0.5, 0], pixel: 1, limit: 10, block: [1, 1] },
      { width: 61, height: 41, centre: [-0.5, 0], pixel: 0.05, limit: 100, block: [16, 16] },
      { width: 40, height: 50, centre: [-0.743, 0.131], pixel: 0.0005, limit: 150, block: [32, 4] },
    ] as const;
    for (const { width, height, centre, pixel, limit, block } of rows) {
      const step = fround(pixel);
      const count = (px: number, py: number): number => {
        const cx = fround(fround(centre[0]) + fround((px - Math.trunc(width / 2)) * step));
        const cy = fround(fround(centre[1]) + fround((py - Math.trunc(height / 2)) * step));
        let [x, y] = [0, 0];
        for (let n = 0; n < limit; n++) {
          const [xx, yy] = [fround(x * x), fround(y * y)];
          if (fround(xx + yy) > 4) return n;
          y = fround(fround(2 * x * y) + cy);
          x = fround(fround(xx - yy) + cx);
        }
        return limit;
      };
      yield {
        label: `${width}x${height} at ${centre.join(",")} block=${block.join("x")}`,
        buffers: { counts: new Int32Array(width * height) },
        launches: [
          {
            kernel: "mandelbrot",
            grid: [blocksFor(width, block[0]), blocksFor(height, block[1])],
            block,
            args: ["counts", width, height, packStruct(["f32", centre[0]], ["f32", centre[1]]), pixel, limit],
          },
        ],
        expect: {
          counts: exactly(
            Int32Array.from({ length: width * height }, (_, i) => count(i % width, Math.floor(i / width))),
          ),
        },
      };
    }
  },
} satisfies KernelCase;
