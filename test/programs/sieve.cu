// Primes by a sieve, counted with __syncthreads_count, twins with a grid of three dimensions.
#include <cstdio>
#include <cstdlib>

__global__ void strike(unsigned char* composite, int n, int p) {
  for (long long i = (long long)p * p + (long long)p * (blockIdx.x * blockDim.x + threadIdx.x); i < n; i += (long long)p * gridDim.x * blockDim.x) composite[i] = 1;
}
__global__ void count(const unsigned char* composite, int n, int* total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int here = __syncthreads_count(i >= 2 && i < n && !composite[i]);
  if (threadIdx.x == 0) atomicAdd(total, here);
}
__global__ void twins(const unsigned char* composite, int n, int* total) {
  int i = threadIdx.x + 10 * (threadIdx.y + 5 * (threadIdx.z + 2 * (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z))));
  if (i >= 2 && i + 2 < n && !composite[i] && !composite[i + 2]) atomicAdd(total, 1);
}

int main() {
  const int n = 100000;
  unsigned char *d, *h = (unsigned char*)malloc(n);
  int *total, t[2];
  cudaMalloc(&d, n);
  cudaMalloc(&total, sizeof t);
  cudaMemset(d, 0, n);
  cudaMemset(total, 0, sizeof t);
  for (int p = 2; p * p < n; p++) {
    cudaMemcpy(h, d + p, 1, cudaMemcpyDeviceToHost);
    if (!h[0]) strike<<<8, 64>>>(d, n, p);
  }
  count<<<(n + 255) / 256, 256>>>(d, n, total);
  twins<<<dim3(10, 10, 10), dim3(10, 5, 2)>>>(d, n, total + 1);
  cudaMemcpy(t, total, sizeof t, cudaMemcpyDeviceToHost);
  cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost);
  int last = n - 1;
  while (h[last]) last--;
  printf("%d primes below %d, %d pairs of twins, largest %d\n", t[0], n, t[1], last);
  cudaFree(d);
  cudaFree(total);
  free(h);
  return 0;
}
