// A kernel that reads far behind a null pointer: the error comes when the program waits, stays for every call after it, and
// does not end the program.
#include <cstdio>

__global__ void read(const int* from, int* to) { *to = from[0x30000000]; }

int main() {
  int* to;
  cudaMalloc(&to, 4);
  read<<<1, 1>>>(nullptr, to);
  printf("launch: %s\n", cudaGetErrorString(cudaGetLastError()));
  printf("wait: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  int* more;
  printf("allocate: %s\n", cudaGetErrorString(cudaMalloc(&more, 4)));
  printf("last: %s\n", cudaGetErrorName(cudaGetLastError()));
  printf("last: %s\n", cudaGetErrorName(cudaGetLastError()));
  return 3;
}
