// Image filters: blur, sharpen and edges as one stencil kernel that keeps its tile of the picture in shared memory.
// It takes a PNG file, or makes a picture, and puts the original and the three filters side by side.

import * as cu from "cuts";
import { program } from "../shared/program.js";

const MOST = 15;

// A block computes 16 x 16 pixels of one channel, and reads them and a border once from global memory.
const stencil = cu.kernel(`
  #define TILE 16
  #define MOST 15
  extern "C" __global__ void stencil(const float* in, float* out, const float* weights, int size, int width, int height) {
    __shared__ float tile[TILE + MOST - 1][TILE + MOST - 1];
    int radius = size / 2, side = TILE + size - 1;
    int left = blockIdx.x * TILE - radius, top = blockIdx.y * TILE - radius;
    const float* plane = in + (size_t)blockIdx.z * width * height;
    for (int y = threadIdx.y; y < side; y += TILE)
      for (int x = threadIdx.x; x < side; x += TILE) {
        // Beyond its edges the picture goes on as it ends.
        int row = min(max(top + y, 0), height - 1), column = min(max(left + x, 0), width - 1);
        tile[y][x] = plane[row * width + column];
      }
    __syncthreads();
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int i = 0; i < size; i++)
      for (int j = 0; j < size; j++) sum += weights[i * size + j] * tile[threadIdx.y + i][threadIdx.x + j];
    out[((size_t)blockIdx.z * height + y) * width + x] = sum;
  }`);

/** A square of weights, row after row. */
export type Weights = readonly number[];

/** The filters by name. */
export const filters: Readonly<Record<"blur" | "sharpen" | "edges", Weights>> = {
  blur: gauss(9, 2.5),
  sharpen: [0, -1, 0, -1, 5, -1, 0, -1, 0],
  edges: [-1, -1, -1, -1, 8, -1, -1, -1, -1],
};

/** A bell of a width, which sums to 1. */
export function gauss(size: number, sigma: number): Weights {
  const one = Array.from({ length: size }, (_, i) =>
    Math.exp(-((i - (size - 1) / 2) ** 2) / (2 * sigma ** 2)),
  );
  const total = one.reduce((sum, value) => sum + value, 0) ** 2;
  return one.flatMap((a) => one.map((b) => (a * b) / total));
}

/** A filtered picture: channels, rows and columns of numbers between 0 and 1. */
export function filtered(picture: cu.NDArray<"float32">, weights: Weights): cu.NDArray<"float32"> {
  const size = Math.sqrt(weights.length);
  if (!Number.isInteger(size) || size % 2 === 0 || size > MOST)
    throw new RangeError(
      `Cannot filter: weights must be a square of odd size up to ${MOST} (got ${weights.length})`,
    );
  const [channels = 0, height = 0, width = 0] = picture.shape;
  const out = cu.emptyLike(picture);
  using device = cu.array(Float32Array.from(weights));
  const grid = [Math.ceil(width / 16), Math.ceil(height / 16), channels] as const;
  stencil({ grid, block: [16, 16] }, picture, out, device, size, width, height);
  return out;
}

/** A picture to try filters on: rings, a disc and a little noise. */
function testPicture(size: number, seed: number): cu.NDArray<"float32"> {
  return cu.scope(() => {
    const axis = cu.linspace(-1, 1, size);
    const [y, x] = [axis.reshape(size, 1), axis.reshape(1, size)];
    const far = x.mul(x).add(y.mul(y)).sqrt();
    const rings = far.mul(far).mul(28).cos().mul(0.35).add(0.5);
    const disc = x.sub(0.35).square().add(y.add(0.25).square()).less(0.09).astype("float32");
    const planes = [
      rings.mul(0.9),
      rings.mul(0.6).add(disc.mul(0.4)),
      far.mul(0.4).add(disc.mul(0.3)).add(0.2),
    ];
    const noise = cu.random.generator(seed).normal([3, size, size], { std: 0.01 });
    return cu.stack(planes).add(noise).clip(0, 1);
  });
}

await program(
  import.meta.url,
  {
    in: ["", "a PNG file; a picture is made without"],
    size: [160, "the size of a picture that is made"],
    seed: [1, "where its noise comes from"],
    out: ["image-filters.png", "original, blurred, sharpened, edges"],
  },
  async ({ in: file, size, seed, out }) => {
    const picture = file === "" ? testPicture(size, seed) : await readPicture(file);
    const all = [picture, ...Object.values(filters).map((weights) => filtered(picture, weights))];
    const row = cu.concatenate(all, { axis: 2 }).clip(0, 1).mul(255).round().astype("uint8");
    await cu.savePng(out, row.transpose([1, 2, 0]));
    console.log(`original, ${Object.keys(filters).join(", ")} on ${cu.device().id}; see ${out}`);
  },
);

async function readPicture(file: string): Promise<cu.NDArray<"float32">> {
  const pixels = await cu.loadPng(file);
  const deep = pixels.shape.length === 2 ? pixels.expandDims(-1) : pixels;
  const planes = deep.transpose([2, 0, 1]).astype("float32");
  return planes.div(pixels.dtype === "uint8" ? 255 : 65_535).copy();
}
