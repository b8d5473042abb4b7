// A kernel that is given memory of the host: it fails when the program waits. (A GPU whose system shares page tables
// with the host would let it pass, so this is for the cpu device only.)
#include <cstdio>

__global__ void set(int* p) { *p = 1; }

int main() {
  int onStack = 0, *pinned, *device;
  cudaMallocHost(&pinned, sizeof(int));
  set<<<1, 1>>>(pinned);
  printf("pinned: %s, %d\n", cudaGetErrorName(cudaDeviceSynchronize()), *pinned);
  set<<<1, 1>>>(&onStack);
  printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
  printf("wait: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  printf("allocate: %s\n", cudaGetErrorName(cudaMalloc(&device, 4)));
  printf("reset: %s\n", cudaGetErrorName(cudaDeviceReset()));
  printf("%d\n", onStack);
  return 0;
}
