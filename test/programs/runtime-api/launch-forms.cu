// Launches other than <<<>>>, attributes of kernels, occupancy, pools, host functions.
#include <cooperative_groups.h>
#include <cstdio>

template <class T> __global__ void fill(T* out, T value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value;
}
__global__ void bigShared(int* out) {
  extern __shared__ int memory[];
  memory[threadIdx.x * 100] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) *out = memory[63 * 100] + memory[100];
}
__global__ void meet(int* counter, int* seen) {
  atomicAdd(counter, 1);
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0) seen[blockIdx.x] = *counter;
}
struct Pair {
  double first;
  char second;
};
__global__ void take(Pair pair, double* out) { *out = pair.first + pair.second; }

int main() {
  int n = 100;
  float *out, results[100], value = 2.5f;
  cudaMalloc(&out, sizeof results);
  void* arguments[] = {&out, &value, &n};
  cudaLaunchKernel((const void*)fill<float>, dim3(2), dim3(64), arguments, 0, 0);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  printf("%g %g\n", results[0], results[99]);
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 128;
  cudaLaunchKernelEx(&config, fill<float>, out, 7, n);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  printf("%g %g\n", results[0], results[99]);

  int* number;
  cudaMallocManaged(&number, 64 * sizeof(int));
  bigShared<<<1, 64, 100 * 1024>>>(number);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFuncSetAttribute(bigShared, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024);
  bigShared<<<1, 64, 100 * 1024>>>(number);
  cudaDeviceSynchronize();
  printf("%d %s\n", *number, cudaGetErrorString(cudaGetLastError()));
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, bigShared);
  printf("%d threads at most, %d bytes static, %d dynamic\n", attributes.maxThreadsPerBlock,
         (int)attributes.sharedSizeBytes, attributes.maxDynamicSharedSizeBytes);

  int grid = 0, block = 0, active = 0;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill<float>, 0, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&active, fill<float>, 256, 0);
  printf("block %d, active %d, grid fills the device: %d\n", block, active, grid > 0);

  number[0] = 0;
  int* seen = number + 1;
  void* meeting[] = {&number, &seen};
  cudaLaunchCooperativeKernel((void*)meet, dim3(4), dim3(32), meeting);
  cudaDeviceSynchronize();
  printf("%d %d\n", seen[0], seen[3]);

  double* sum;
  cudaMallocAsync(&sum, sizeof(double), 0);
  take<<<1, 1>>>(Pair{1.5, 4}, sum);
  double total;
  cudaMemcpyAsync(&total, sum, sizeof total, cudaMemcpyDeviceToHost, 0);
  cudaFreeAsync(sum, 0);
  cudaDeviceSynchronize();
  printf("%g %s\n", total, cudaGetErrorString(cudaGetLastError()));
  cudaFree(out);
  cudaFree(number);
  return 0;
}
