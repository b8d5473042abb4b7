// The Mandelbrot set as a picture, one thread for each pixel, with smooth colours.

import * as cu from "cuts";
import { program } from "../shared/program.js";

const source = `
  // After how many steps z = z * z + c leaves the circle of radius 16, with a fraction; 0 where it never does.
  extern "C" __global__ void escape_times(float* times, int width, int height, double x, double y, double span, int limit) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height) return;
    double pixel = span / width;
    double re = x + (column - 0.5 * (width - 1)) * pixel;
    double im = y + (row - 0.5 * (height - 1)) * pixel;
    double a = 0, b = 0, size = 0;
    int step = 0;
    for (; step < limit && size <= 256; step++) {
      double next = a * a - b * b + re;
      b = 2 * a * b + im;
      a = next;
      size = a * a + b * b;
    }
    times[row * width + column] = size <= 256 ? 0.0f : step + 1 - log2f(0.5f * log2f((float)size));
  }

  extern "C" __global__ void colour(const float* times, unsigned char* rgb, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float phase = 0.45f * log2f(1 + fmaxf(times[i], 0.0f));
    for (int channel = 0; channel < 3; channel++) {
      float light = 0.5f - 0.5f * cosf(3.1415927f * phase * (1.0f - 0.18f * channel));
      rgb[3 * i + channel] = times[i] == 0 ? 0 : (unsigned char)(255 * light);
    }
  }`;

const code = cu.module(source);
const escape = code.kernel("escape_times");
const colour = code.kernel("colour");

/** What is looked at: the middle, how wide it is, and when to stop. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly span: number;
  readonly limit: number;
}

/** Steps until escape, with fractions, by row and column; 0 in the set. */
export function escapeTimes({ width, height, x, y, span, limit }: View): cu.NDArray<"float32"> {
  const times = cu.empty([height, width]);
  escape({ threads: [width, height] }, times, width, height, x, y, span, limit);
  return times;
}

/** Escape times as a picture. */
export function coloured(times: cu.NDArray<"float32">): cu.NDArray<"uint8"> {
  const rgb = cu.empty([...times.shape, 3], { dtype: "uint8" });
  colour({ threads: times.size }, times, rgb, times.size);
  return rgb;
}

await program(
  import.meta.url,
  {
    width: [480, "pixels across"],
    height: [320, "pixels down"],
    x: [-0.65, "the middle, real part"],
    y: [0, "the middle, imaginary part"],
    span: [3.2, "how wide a piece of the plane is shown"],
    limit: [500, "steps before a point counts as inside"],
    out: ["mandelbrot.png", "the picture"],
  },
  async ({ out, ...view }) => {
    await code.ready();
    const since = performance.now();
    using times = escapeTimes(view);
    using picture = coloured(times);
    await cu.device().synchronize();
    const ms = (performance.now() - since).toFixed(1);
    await cu.savePng(out, picture);
    console.log(`${view.width} x ${view.height} pixels on ${cu.device().id} in ${ms} ms; see ${out}`);
  },
);
