// Hello from the device.
#include <stdio.h>

__global__ void hello() { printf("Hello World from GPU thread %d!\n", threadIdx.x); }

int main() {
  printf("Hello World from CPU!\n");
  hello<<<1, 4>>>();
  cudaDeviceSynchronize();
  printf("Goodbye\n");
  return 0;
}
