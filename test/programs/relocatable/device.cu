#include "shared.h"

__device__ int calls;
__constant__ Settings settings;
__device__ float table[8];

static __device__ int bias = 7;

__device__ float transform(float x) {
  atomicAdd(&calls, 1);
  return x * settings.scale + settings.offset;
}

static __device__ float doubled(float x) { return 2 * x + bias; }
__device__ Operation operation = doubled;

// It waits, wherever it is called from.
__device__ int block_sum(int value) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, value);
  __syncthreads();
  return sum;
}
