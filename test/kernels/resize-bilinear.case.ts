import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "resize-bilinear",
  source: "resize-bilinear.cu",
  kernels: ["resize_bilinear"],
  *cases() {
    for (const [[inWidth, inHeight], [outWidth, outHeight], block] of [
      [
        [1, 1],
        [5, 3],
        [8, 8],
      ],
      [
        [20, 15],
        [33, 40],
        [16, 16],
      ],
      [
        [60, 31],
        [17, 9],
        [4, 8],
      ],
    ] as const) {
      const input = new Random(inWidth).bytes(3 * inWidth * inHeight);
      const clamp = (v: number, top: number): number => Math.min(Math.max(v, 0), top);
      const expected = Float64Array.from({ length: 3 * outWidth * outHeight }, (_, i) => {
        const [channel, x, y] = [i % 3, Math.floor(i / 3) % outWidth, Math.floor(i / (3 * outWidth))];
        const u = ((x + 0.5) * inWidth) / outWidth - 0.5;
        const v = ((y + 0.5) * inHeight) / outHeight - 0.5;
        let sum = 0;
        for (const [cx, wx] of [
          [Math.floor(u), 1 - (u - Math.floor(u))],
          [Math.floor(u) + 1, u - Math.floor(u)],
        ] as const) {
          for (const [cy, wy] of [
            [Math.floor(v), 1 - (v - Math.floor(v))],
            [Math.floor(v) + 1, v - Math.floor(v)],
          ] as const) {
            const pixel = clamp(cy, inHeight - 1) * inWidth + clamp(cx, inWidth - 1);
            sum += wx * wy * input[3 * pixel + channel]!;
          }
        }
        return sum;
      });
      yield {
        label: `${inWidth}x${inHeight} to ${outWidth}x${outHeight} block=${block.join("x")}`,
        buffers: { in: input, out: new Uint8Array(expected.length) },
        launches: [
          {
            kernel: "resize_bilinear",
            grid: [blocksFor(outWidth, block[0]), blocksFor(outHeight, block[1])],
            block,
            args: ["in", inWidth, inHeight, "out", outWidth, outHeight],
          },
        ],
        expect: {
          out: within(expected, {
            absolute: 0.501,
            why: "rounded to a byte; 255 * 2^-16 for the coordinates",
          }),
        },
      };
    }
  },
} satisfies KernelCase;
