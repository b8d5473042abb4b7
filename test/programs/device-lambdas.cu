// nvcc: --extended-lambda
// Lambdas passed to kernels, functors, function pointers on the device, recursion.
#include <cstdio>

template <class F> __global__ void apply(int* data, int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = f(i, data[i]);
}
typedef int (*Operation)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ Operation table[2] = {add, multiply};
__device__ int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

__global__ void dispatch(int* data, int n) {
  int i = threadIdx.x;
  if (i < n) data[i] = table[i % 2](data[i], 10) + factorial(i % 6);
}

int main() {
  const int n = 8;
  int h[n], *d;
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  int offset = 5;
  apply<<<1, 32>>>(d, n, [=] __device__(int i, int) { return i + offset; });
  auto square = [] __host__ __device__(int, int x) { return x * x; };
  apply<<<1, 32>>>(d, n, square);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%d%s", h[i], h[i] == square(0, i + offset) ? " " : "! ");
  dispatch<<<1, 32>>>(d, n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("\n");
  for (int v : h) printf("%d ", v);
  printf("\n");
  cudaFree(d);
  return 0;
}
