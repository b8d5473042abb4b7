// Times a kernel with events; only what is certain about the time is printed.
#include <cstdio>

__global__ void busy(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 100; k++) data[i] = data[i] * 0.5f + 1.0f;
}

int main() {
  const int n = 1 << 14;
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  cudaMemset(data, 0, n * sizeof(float));
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  busy<<<n / 256, 256>>>(data, n);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms = -1;
  cudaEventElapsedTime(&ms, start, stop);
  printf("elapsed time is %s\n", ms > 0 && ms < 60000 ? "plausible" : "not plausible");
  printf("query: %s\n", cudaGetErrorName(cudaEventQuery(stop)));
  float first;
  cudaMemcpy(&first, data, sizeof first, cudaMemcpyDeviceToHost);
  printf("result %.4f\n", first);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(data);
  return 0;
}
