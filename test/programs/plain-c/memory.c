#include <cuda_runtime_api.h>
#include <stdio.h>

void launch(const int* data, int n, int* out, cudaStream_t stream);

int sum_on_device(const int* data, int n) {
  int *on_device, *out, result = 0;
  cudaStream_t stream;
  cudaEvent_t done;
  struct cudaDeviceProp properties;
  enum cudaMemcpyKind kind = cudaMemcpyHostToDevice;
  struct cudaExtent extent = {1, 2, 3};
  dim3 grid = {4, 5, 6};
  cudaError_t error = cudaGetDeviceProperties(&properties, 0);
  printf("%s, warps of %d, %d %u\n", cudaGetErrorName(error), properties.warpSize, (int)extent.depth, grid.y);
  cudaStreamCreate(&stream);
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaMalloc((void**)&on_device, n * sizeof(int));
  cudaMalloc((void**)&out, sizeof(int));
  cudaMemcpyAsync(on_device, data, n * sizeof(int), kind, stream);
  cudaMemsetAsync(out, 0, sizeof(int), stream);
  launch(on_device, n, out, stream);
  cudaEventRecord(done, stream);
  cudaEventSynchronize(done);
  cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(on_device);
  cudaFree(out);
  printf("%s\n", cudaGetErrorString(cudaMemcpy(0, out, 4, (enum cudaMemcpyKind)9)));
  cudaGetLastError();
  return result;
}
