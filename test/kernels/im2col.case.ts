import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { packStruct } from "./number-formats.js";
import { Random } from "./random.js";

export default {
  name: "im2col",
  source: "im2col.cu",
  kernels: ["im2col"],
  *cases() {
    const rows = [
      { channels: 1, height: 1, width: 1, kernel: 1, stride: 1, padding: 0, dilation: 1, grid: 1, block: 32 },
      {
        channels: 3,
        height: 13,
        width: 9,
        kernel: 3,
        stride: 1,
        padding: 1,
        dilation: 1,
        grid: 4,
        block: 64,
      },
      {
        channels: 2,
        height: 20,
        width: 15,
        kernel: 5,
        stride: 2,
        padding: 2,
        dilation: 1,
        grid: 1,
        block: 128,
      },
      {
        channels: 4,
        height: 11,
        width: 17,
        kernel: 3,
        stride: 3,
        padding: 0,
        dilation: 2,
        grid: 2,
        block: 33,
      },
    ];
    for (const { channels, height, width, kernel, stride, padding, dilation, grid, block } of rows) {
      const image = new Random(width).floats(channels * height * width);
      const outSize = (size: number): number =>
        Math.floor((size + 2 * padding - dilation * (kernel - 1) - 1) / stride) + 1;
      const [outHeight, outWidth] = [outSize(height), outSize(width)];
      const columns: number[] = [];
      for (let c = 0; c < channels; c++) {
        for (let k = 0; k < kernel * kernel; k++) {
          for (let o = 0; o < outHeight * outWidth; o++) {
            const y = Math.floor(o / outWidth) * stride - padding + Math.floor(k / kernel) * dilation;
            const x = (o % outWidth) * stride - padding + (k % kernel) * dilation;
            const inside = y >= 0 && y < height && x >= 0 && x < width;
            columns.push(inside ? image[(c * height + y) * width + x]! : 0);
          }
        }
      }
      const shape = [channels, height, width, kernel, stride, padding, dilation, outHeight, outWidth];
      yield {
        label: `${channels}x${height}x${width} kernel=${kernel} stride=${stride} padding=${padding} dilation=${dilation}`,
        buffers: { image, columns: new Float32Array(columns.length).fill(-1) },
        launches: [
          {
            kernel: "im2col",
            grid,
            block,
            args: ["image", "columns", packStruct(...shape.map((v) => ["i32", v] as const))],
          },
        ],
        expect: { columns: exactly(columns) },
      };
    }
  },
} satisfies KernelCase;
