// Runs the kernel `k` before it on a GPU, with FUZZ_GRID and FUZZ_BLOCK, and compares what it computed with the file that is given.
#include "inputs.h"
#define CHECK(call)                                                                         \
  do {                                                                                      \
    cudaError_t status = (call);                                                            \
    if (status != cudaSuccess) return printf("%s: %s\n", #call, cudaGetErrorString(status)), 2; \
  } while (0)
template <class T> static T* on_device(T* host, size_t bytes) {
  T* device = nullptr;
  if (cudaMalloc(&device, bytes) != cudaSuccess) return nullptr;
  cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
  return device;
}
int main(int, char** arguments) {
  set_inputs();
  const dim3 grid(FUZZ_GRID), block(FUZZ_BLOCK);
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 32768));
  auto i = on_device(gi, sizeof gi);
  auto f = on_device(gf, sizeof gf);
  auto l = on_device(gl, sizeof gl);
  auto results = on_device(o32, sizeof o32);
  auto wide = on_device(o64, sizeof o64);
  auto sums = on_device(acc, sizeof acc);
  auto wide_sums = on_device(acc64, sizeof acc64);
  k<<<grid, block>>>(i, f, l, results, wide, sums, wide_sums, sp, 5, 77u, 1.25f);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(o32, results, sizeof o32, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(o64, wide, sizeof o64, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(acc, sums, sizeof acc, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(acc64, wide_sums, sizeof acc64, cudaMemcpyDeviceToHost));
  FILE* own = tmpfile();
  FILE* expected = fopen(arguments[1], "rb");
  if (own == nullptr || expected == nullptr) return printf("cannot open %s\n", arguments[1]), 2;
  write_results(grid.x * grid.y * grid.z * block.x * block.y * block.z, own);
  rewind(own);
  for (long at = 0;; at++) {
    const int a = fgetc(own), b = fgetc(expected);
    if (a != b) return printf("differs at byte %ld\n", at), 1;
    if (a == EOF) return 0;
  }
}
