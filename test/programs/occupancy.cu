// The launch configuration that CUDA suggests, function attributes, and a launch through cudaLaunchKernel.
#include <cstdio>

__global__ void square(int* array, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) array[i] *= array[i];
}
__global__ void __launch_bounds__(128) bounded(int* out) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
}

int main() {
  int n = 1000, minGrid, block, *d, h[1000];
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, square, 0, 0);
  printf("suggested block: %s\n", block >= 32 && block <= 1024 && block % 32 == 0 ? "plausible" : "strange");
  int grid = (n + block - 1) / block;
  void* args[] = {&d, &n};
  printf("%s\n", cudaGetErrorString(cudaLaunchKernel((const void*)square, dim3(grid), dim3(block), args, 0, nullptr)));
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[31], h[999]);
  int active = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&active, square, 256, 0);
  printf("active blocks: %s\n", active > 0 ? "some" : "none");
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, bounded);
  printf("shared %d bytes, at most %d threads\n", (int)attributes.sharedSizeBytes, attributes.maxThreadsPerBlock);
  bounded<<<1, 128>>>(d);
  cudaMemcpy(h, d, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  bounded<<<1, 256>>>(d);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(d);
  return 0;
}
