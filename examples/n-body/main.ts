// Stars that attract each other, all pairs of them, as PNG frames: two discs that meet.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import * as cu from "cuts";
import { program } from "../shared/program.js";
import { progress } from "../shared/progress.js";

const source = `
  #define TILE 128

  // A step of leapfrog: speeds by all forces, then places. Each block brings TILE stars at a time into shared memory.
  extern "C" __global__ void accelerate(const float4* stars, float4* speeds, int count, float dt, float soft) {
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float4 own = stars[min(i, count - 1)];
    float x = 0, y = 0, z = 0;
    for (int first = 0; first < count; first += TILE) {
      int j = first + threadIdx.x;
      tile[threadIdx.x] = j < count ? stars[j] : make_float4(0, 0, 0, 0);
      __syncthreads();
      for (int k = 0; k < TILE; k++) {
        float dx = tile[k].x - own.x, dy = tile[k].y - own.y, dz = tile[k].z - own.z;
        float near = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
        float pull = tile[k].w * near * near * near;
        x += dx * pull;
        y += dy * pull;
        z += dz * pull;
      }
      __syncthreads();
    }
    if (i < count) {
      speeds[i].x += x * dt;
      speeds[i].y += y * dt;
      speeds[i].z += z * dt;
    }
  }

  extern "C" __global__ void move(float4* stars, const float4* speeds, int count, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    stars[i].x += speeds[i].x * dt;
    stars[i].y += speeds[i].y * dt;
    stars[i].z += speeds[i].z * dt;
  }

  // The light of stars: each shines into its pixel and a little into those around it.
  extern "C" __global__ void expose(const float4* stars, unsigned int* light, int count, int size, float span) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int x = (int)floorf((stars[i].x / span + 0.5f) * size), y = (int)floorf((stars[i].y / span + 0.5f) * size);
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) {
        bool isSeen = x + dx >= 0 && x + dx < size && y + dy >= 0 && y + dy < size;
        if (isSeen) atomicAdd(&light[(y + dy) * size + x + dx], (dx == 0 ? 4u : 1u) * (dy == 0 ? 4u : 1u));
      }
  }`;

const code = cu.module(source);
const accelerate = code.kernel("accelerate");
const moveKernel = code.kernel("move");
const exposeKernel = code.kernel("expose");
const SOFT = 0.02;

/** Stars as rows of x, y, z and mass, and their speeds as rows of x, y, z and nothing. */
export interface Stars {
  readonly places: cu.NDArray<"float32">;
  readonly speeds: cu.NDArray<"float32">;
}

/** Two discs, each around its heavy middle, on their way to each other. All stars together weigh 1 and stand still. */
export function twoDiscs(count: number, seed: number): Stars {
  const [placed, speeds] = [new Float32Array(4 * count), new Float32Array(4 * count)];
  using drawn = cu.random.generator(seed).random([count, 3]);
  const numbers = drawn.dataSync();
  const half = Math.floor(count / 2);
  for (let i = 0; i < count; i++) {
    const side = i < half ? -1 : 1;
    const isMiddle = i === 0 || i === half;
    const [far, turn, high] = [numbers[3 * i] ?? 0, numbers[3 * i + 1] ?? 0, numbers[3 * i + 2] ?? 0];
    const radius = isMiddle ? 0 : 0.08 + 0.5 * Math.sqrt(far);
    const angle = 2 * Math.PI * turn;
    // A middle has half of the mass of its disc; speed of a circle around it and the mass inside.
    const inside = 0.25 + 0.25 * far;
    const speed = isMiddle ? 0 : Math.sqrt((inside * radius ** 2) / (radius ** 2 + SOFT) ** 1.5);
    placed.set(
      [
        side * 0.9 + radius * Math.cos(angle),
        side * 0.25 + radius * Math.sin(angle),
        0.03 * (high - 0.5),
        isMiddle ? 0.25 : 0.5 / (count - 2),
      ],
      4 * i,
    );
    speeds.set([-speed * Math.sin(angle) - side * 0.25, speed * Math.cos(angle), 0, 0], 4 * i);
  }
  return { places: cu.array(placed).reshape(count, 4), speeds: cu.array(speeds).reshape(count, 4) };
}

/** Moves the stars on by so many steps of `dt`. */
export function advance({ places, speeds }: Stars, steps: number, dt: number): void {
  const [count = 0] = places.shape;
  const grid = Math.ceil(count / 128);
  for (let step = 0; step < steps; step++) {
    accelerate({ grid, block: 128 }, places, speeds, count, dt, SOFT);
    moveKernel({ threads: count }, places, speeds, count, dt);
  }
}

/** The stars as a picture of so many pixels each way, brighter where there are more. */
export function frame({ places }: Stars, size: number, span = 4): cu.NDArray<"uint8"> {
  return cu.scope(() => {
    const [count = 0] = places.shape;
    const light = cu.zeros([size, size], { dtype: "uint32" });
    exposeKernel({ threads: count }, places, light, count, size, span);
    // As on a film: twice the light is not twice as bright.
    const bright = light.astype("float32").mul(-0.06).exp().neg().add(1);
    const rgb = [bright.mul(bright), bright.mul(0.9), bright.sqrt()];
    return cu.stack(rgb, { axis: 2 }).mul(255).astype("uint8");
  });
}

await program(
  import.meta.url,
  {
    stars: [2048, "how many"],
    frames: [32, "pictures"],
    steps: [5, "steps of time between two of them"],
    size: [240, "pixels each way"],
    seed: [1, "where the places come from"],
    folder: ["frames", "where frame-000.png and so on go"],
    out: ["n-body.png", "four of the frames side by side"],
  },
  async ({ stars: count, frames, steps, size, seed, folder, out }) => {
    mkdirSync(folder, { recursive: true });
    const stars = twoDiscs(count, seed);
    const bar = progress("n-body", frames);
    const kept: cu.NDArray<"uint8">[] = [];
    const since = performance.now();
    for (let at = 0; at < frames; at++) {
      const picture = frame(stars, size);
      await cu.savePng(join(folder, `frame-${String(at).padStart(3, "0")}.png`), picture);
      if (at % Math.ceil(frames / 4) === 0) kept.push(picture);
      else picture.dispose();
      advance(stars, steps, 0.02);
      bar(at + 1);
    }
    await cu.savePng(out, cu.concatenate(kept, { axis: 1 }));
    const seconds = (performance.now() - since) / 1000;
    const pairs = (count * count * steps * frames) / seconds / 1e6;
    console.log(
      `${frames} frames of ${count} stars on ${cu.device().id} in ${seconds.toFixed(1)} s, ${pairs.toFixed(0)} million pairs a second; see ${folder}/ and ${out}`,
    );
  },
);
