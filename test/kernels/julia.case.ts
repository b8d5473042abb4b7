import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { blocksFor } from "./shapes.js";

const ONE = 2 ** 28;

export default {
  name: "julia",
  source: "julia.cu",
  kernels: ["julia"],
  *cases() {
    for (const [width, height, cx, cy, block] of [
      [1, 1, 0, 0, [1, 1]],
      [50, 39, -0.8, 0.156, [16, 8]],
      [33, 40, 0.285, 0.01, [8, 8]],
    ] as const) {
      const limit = 60;
      const step = Math.floor((1.4 * ONE) / Math.max(width, height));
      const c = [Math.floor(cx * ONE), Math.floor(cy * ONE)] as const;
      const multiply = (a: number, b: number): number => Number((BigInt(a) * BigInt(b)) >> 28n);
      const count = (px: number, py: number): number => {
        let [x, y] = [(2 * px - width) * step, (2 * py - height) * step];
        for (let n = 0; n < limit; n++) {
          const [xx, yy] = [multiply(x, x), multiply(y, y)];
          if (xx + yy > 4 * ONE) return n;
          [x, y] = [xx - yy + c[0], 2 * multiply(x, y) + c[1]];
        }
        return limit;
      };
      yield {
        label: `${width}x${height} c=${cx},${cy} block=${block.join("x")}`,
        buffers: { image: new Uint8Array(width * height) },
        launches: [
          {
            kernel: "julia",
            grid: [blocksFor(width, block[0]), blocksFor(height, block[1])],
            block,
            args: ["image", width, height, step, c[0], c[1], limit],
          },
        ],
        expect: {
          image: exactly(
            Uint8Array.from({ length: width * height }, (_, i) => count(i % width, Math.floor(i / width))),
          ),
        },
      };
    }
  },
} satisfies KernelCase;
