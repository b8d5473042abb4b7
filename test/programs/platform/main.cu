// What system a program is told that it runs on, in C++ and in C: the one that nvcc's programs run on.
#include <cstdio>
#include <cuda_runtime.h>
#include <sys/time.h>
#include <time.h>
#if defined(_WIN32)
#error no Windows
#elif !defined(__linux__) || !defined(__linux) || !defined(__unix__) || !defined(__unix)
#error unsupported platform
#endif

extern "C" int system_of_c(void);

__global__ void system_of_device(int* out) {
#ifdef __linux__
  *out = __linux__;
#endif
}

int main() {
  int* out;
  if (cudaMallocManaged(&out, sizeof *out) != cudaSuccess) return 1;
  *out = 0;
  system_of_device<<<1, 1>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  timeval now;
  timespec raw;
  printf("host %d, device %d, C %d, time %d\n", __linux__, *out, system_of_c(), gettimeofday(&now, nullptr));
  printf("clock %d\n", clock_gettime(CLOCK_MONOTONIC_RAW, &raw));
  cudaFree(out);
}
