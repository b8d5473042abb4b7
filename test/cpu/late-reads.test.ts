// What threads read right behind a barrier they still find when another warp has gone on and overwrites it before the next one: CUDA does
// not promise it, and programs rely on it, because warps of a GPU go on side by side.

import { afterAll, beforeAll, expect, it } from "vitest";
import { CpuKernels } from "./cpu-kernels.js";

const SOURCE = `
__device__ int sum_of_warp(int v) { for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d); return v; }
__device__ int sum_of_block(int v) {
  __shared__ int box[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  v = sum_of_warp(v);
  if (lane == 0) box[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = sum_of_warp(lane < blockDim.x / 32 ? box[lane] : 0);
    if (lane == 0) box[0] = v;
  }
  __syncthreads();
  return box[0];
}
extern "C" __global__ void sums(int* p, int n, int m) {
  const int first = sum_of_block(p[threadIdx.x]);
  const int second = sum_of_block(p[threadIdx.x] + first);
  p[threadIdx.x] = second + first;
}`;

let kernels: CpuKernels;
beforeAll(async () => {
  kernels = new CpuKernels(SOURCE);
  await kernels.ready;
});
afterAll(() => kernels.dispose());

it("a second sum does not reach into the first", async () => {
  const threads = 128;
  const first = (threads * (threads - 1)) / 2;
  const expected = first + threads * first + first;
  const data = Int32Array.from({ length: threads }, (_, i) => i);
  const out = await kernels.run("sums", data, [0, 0], { block: [threads, 1, 1], grid: 1 });
  expect(kernels.info("sums").tier).toBe("threads");
  expect(Array.from(out)).toEqual(Array.from({ length: threads }, () => expected));
});
