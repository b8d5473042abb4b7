// A program of two CUDA files and a C++ file, with a header and a kernel of the same name in both.
#include <cstdio>
#include "stats.h"

const char* greeting();

static __global__ void kernel(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = clampTo(i * 3, 10, 200);
}

int main() {
  const int n = 100;
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  kernel<<<(n + 31) / 32, 32>>>(d, n);
  Stats s = stats(d, n);
  printf("%s: %d numbers, sum %d, largest %d, clamp %g\n", greeting(), s.count, s.sum, s.largest, clampTo(7.5, 0.0, 5.0));
  cudaFree(d);
  return 0;
}
