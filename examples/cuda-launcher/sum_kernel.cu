// A CUDA launcher as people write it for ctypes: it takes host arrays, copies them to the GPU, launches, copies back.

#include <cuda_runtime.h>

__global__ void sum_kernel(const float* a, const float* b, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

extern "C" int launch_sum_kernel(const float* a /*[n]*/, const float* b /*[n]*/, float* out /*[n]*/, int n) {
  const size_t bytes = n * sizeof(float);
  float *device_a, *device_b, *device_out;
  cudaMalloc(&device_a, bytes);
  cudaMalloc(&device_b, bytes);
  cudaMalloc(&device_out, bytes);
  cudaMemcpy(device_a, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(device_b, b, bytes, cudaMemcpyHostToDevice);
  sum_kernel<<<(n + 255) / 256, 256>>>(device_a, device_b, device_out, n);
  cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device_a);
  cudaFree(device_b);
  cudaFree(device_out);
  return cudaGetLastError();
}
