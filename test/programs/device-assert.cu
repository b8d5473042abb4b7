// An assertion that fails on the device: the host sees the error and goes on.
#include <cassert>
#include <cstdio>

__global__ void check(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(i < n);
}

int main() {
  check<<<2, 4>>>(8);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  check<<<2, 4>>>(7);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
