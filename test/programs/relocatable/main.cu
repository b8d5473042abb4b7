// Relocatable device code: functions, variables and kernels of other sources (-rdc=true).
#include <cstdio>
#include "shared.h"

// The other source has another one of this name.
static __device__ int bias = 100;
static __device__ int own() { return bias; }

__global__ void apply(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = transform(data[i]) + table[i % 8] + own();
}

__global__ void through_pointer(float* data, int n) {
  int i = threadIdx.x;
  if (i < n) data[i] = operation(data[i]);
}

__global__ void sums(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = block_sum(threadIdx.x + blockIdx.x); }

__global__ void parent(int* out, int n) {
  if (threadIdx.x == 0) count<<<(n + 63) / 64, 64>>>(out, n);
}

int main() {
  const int n = 64;
  float* data;
  int* numbers;
  cudaMallocManaged(&data, n * sizeof(float));
  cudaMallocManaged(&numbers, 256 * sizeof(int));
  for (int i = 0; i < n; i++) data[i] = i;

  Settings mine = {0.5f, 3};
  cudaMemcpyToSymbol(settings, &mine, sizeof mine);
  fill_table();
  apply<<<2, 32>>>(data, n);
  cudaDeviceSynchronize();
  printf("apply:");
  for (int i = 0; i < n; i += 7) printf(" %g", data[i]);
  int seen = 0;
  cudaMemcpyFromSymbol(&seen, calls, sizeof seen);
  printf("\ncalls: %d\n", seen);

  through_pointer<<<1, n>>>(data, n);
  cudaDeviceSynchronize();
  printf("pointer: %g %g\n", data[0], data[63]);

  sums<<<3, 64>>>(numbers);
  cudaDeviceSynchronize();
  printf("sums: %d %d %d\n", numbers[0], numbers[70], numbers[190]);
  printf("total: %d\n", total_of(numbers, 192));

  parent<<<1, 32>>>(numbers, 200);
  cudaDeviceSynchronize();
  printf("count: %d %d\n", numbers[7], numbers[199]);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(data);
  cudaFree(numbers);
  return 0;
}
