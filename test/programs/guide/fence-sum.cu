// A sum in one launch: after a fence, a counter tells the last block that it is the last, and it adds the partial sums.
#include <stdio.h>

__device__ unsigned finished = 0;

__global__ void sum(const float* values, unsigned n, volatile float* partial) {
  __shared__ float shared[128];
  __shared__ bool is_last;
  float mine = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += values[i];
  shared[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned half = 64; half > 0; half >>= 1) {
    if (threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = shared[0];
    __threadfence();
    is_last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    float total = 0;
    for (unsigned i = 0; i < gridDim.x; i++) total += partial[i];
    partial[0] = total;
    finished = 0;
  }
}

int main() {
  const unsigned n = 100000;
  float *values, *partial;
  cudaMallocManaged(&values, n * sizeof(float));
  cudaMallocManaged(&partial, 64 * sizeof(float));
  for (unsigned i = 0; i < n; i++) values[i] = i % 3;
  for (int k = 0; k < 3; k++) {
    sum<<<64, 128>>>(values, n, partial);
    cudaDeviceSynchronize();
    printf("%.1f\n", partial[0]);
    values[0] += 1;
  }
  cudaFree(values);
  cudaFree(partial);
  return 0;
}
