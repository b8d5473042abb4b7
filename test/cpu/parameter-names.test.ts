// Parameters of kernels may have any name, also one that the compiler's own code uses.
import { expect, it } from "vitest";
import { buffer, kernel } from "../../src/index.js";

it("compiles kernels whose parameters are named as values and labels of the compiler", async () => {
  const straight =
    kernel(`extern "C" __global__ void straight(float* launch, int begin, int end, int resume) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= begin && i < end) launch[i] += resume;
  }`);
  const waiting =
    kernel(`extern "C" __global__ void waiting(float* r0, int done, int round, int warp, int stopped, int schedule, int finished) {
    __shared__ float tile[32];
    tile[threadIdx.x] = r0[threadIdx.x];
    __syncthreads();
    r0[threadIdx.x] = tile[31 - threadIdx.x] + done + round + warp + stopped + schedule + finished;
  }`);
  using x = buffer(
    "float32",
    Float32Array.from({ length: 32 }, (_, i) => i),
    { device: "cpu" },
  );
  straight({ grid: 1, block: 32 }, x, 4, 8, 100);
  waiting({ grid: 1, block: 32 }, x, 1, 2, 3, 4, 5, 6);
  const expected = Array.from({ length: 32 }, (_, i) => 31 - i + (31 - i >= 4 && 31 - i < 8 ? 100 : 0) + 21);
  expect([...(await x.data())]).toEqual(expected);
});
