import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "rgba-to-gray",
  source: "rgba-to-gray.cu",
  kernels: ["rgba_to_gray"],
  *cases() {
    const rows = [
      { width: 1, height: 1, pitch: 4, block: [8, 8] },
      { width: 61, height: 37, pitch: 64, block: [16, 16] },
      { width: 130, height: 5, pitch: 130, block: [32, 2] },
      { width: 3, height: 200, pitch: 8, block: [1, 64] },
    ] as const;
    for (const { width, height, pitch, block } of rows) {
      const pixels = new Random(width).bytes(4 * pitch * height);
      const gray = Uint8Array.from({ length: width * height }, (_, i) => {
        const at = 4 * (Math.floor(i / width) * pitch + (i % width));
        const [r, g, b, alpha] = pixels.subarray(at, at + 4) as unknown as [number, number, number, number];
        return Math.floor((Math.floor((77 * r + 150 * g + 29 * b + 128) / 256) * alpha) / 255);
      });
      yield {
        label: `${width}x${height} pitch=${pitch} block=${block.join("x")}`,
        buffers: { pixels, gray: new Uint8Array(width * height) },
        launches: [
          {
            kernel: "rgba_to_gray",
            grid: [blocksFor(width, block[0]), blocksFor(height, block[1])],
            block,
            args: ["pixels", "gray", width, height, pitch],
          },
        ],
        expect: { gray: exactly(gray) },
      };
    }
  },
} satisfies KernelCase;
