// Does not end: in a kernel, or in code of the host where an argument says so.
#include <cuda_runtime.h>

__global__ void begin(int* flag) { *flag = 1; }
__global__ void spin(const volatile int* flag) {
  while (*flag == 1) {
  }
}

int main(int argc, char**) {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  begin<<<1, 1>>>(flag);
  for (volatile bool waits = argc > 1; waits;) {
  }
  spin<<<1, 32>>>(flag);
  return cudaDeviceSynchronize();
}
