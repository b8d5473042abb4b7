#include <cstdio>

__global__ void copy(const float* from, float* to) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void spread(float* to) { to[threadIdx.x * 8] = 1; }

int main() {
  float *a, *b, host[256];
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMemset(a, 0, sizeof host);
  for (int i = 0; i < 3; i++) copy<<<1, 32>>>(a, b);
  spread<<<1, 32, 0, stream>>>(a);
  cudaMemcpyAsync(host, a, sizeof host, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  printf("%g\n", host[8]);
  cudaFree(a);
  cudaFree(b);
  cudaStreamDestroy(stream);
}
