// Adds two vectors: the first program of every course.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main(void) {
  const int n = 50000;
  size_t size = n * sizeof(float);
  float *h_a = (float*)malloc(size), *h_b = (float*)malloc(size), *h_c = (float*)malloc(size);
  for (int i = 0; i < n; ++i) {
    h_a[i] = i * 0.5f;
    h_b[i] = n - i;
  }
  float *d_a, *d_b, *d_c;
  cudaMalloc((void**)&d_a, size);
  cudaMalloc((void**)&d_b, size);
  cudaMalloc((void**)&d_c, size);
  cudaMemcpy(d_a, h_a, size, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, h_b, size, cudaMemcpyHostToDevice);
  int threads = 256, blocks = (n + threads - 1) / threads;
  printf("CUDA kernel launch with %d blocks of %d threads\n", blocks, threads);
  add<<<blocks, threads>>>(d_a, d_b, d_c, n);
  cudaMemcpy(h_c, d_c, size, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (h_c[i] != h_a[i] + h_b[i]) {
      fprintf(stderr, "Result verification failed at element %d!\n", i);
      exit(EXIT_FAILURE);
    }
  printf("Test PASSED: c[0] = %.1f, c[%d] = %.1f\n", h_c[0], n - 1, h_c[n - 1]);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  free(h_a);
  free(h_b);
  free(h_c);
  return 0;
}
