// A kernel and the function that launches it, in a file of their own.
#include "stats.h"

static __global__ void kernel(const int* data, int n, Stats* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&out->count, 1);
  atomicAdd(&out->sum, data[i]);
  atomicMax(&out->largest, data[i]);
}

Stats stats(const int* device, int n) {
  Stats h = {0, 0, -1}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
  kernel<<<(n + 63) / 64, 64>>>(device, n, d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return h;
}
