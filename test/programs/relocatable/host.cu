#include "shared.h"

__global__ void count(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i * 10;
}

static __global__ void add_up(const int* data, int n, int* out) {
  int part = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) part += data[i];
  *out = block_sum(part);
}

void fill_table() {
  float values[8];
  for (int i = 0; i < 8; i++) values[i] = i * 0.25f;
  cudaMemcpyToSymbol(table, values, sizeof values);
}

int total_of(const int* data, int n) {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  add_up<<<1, 64>>>(data, n, out);
  cudaDeviceSynchronize();
  int result = *out;
  cudaFree(out);
  return result;
}
