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
// Whether the file goes on with these values; says which is the first that differs.
template <class T> static bool next_is(FILE* expected, const char* name, const T* values, int count) {
  for (int i = 0; i < count; i++) {
    T value;
    if (fread(&value, sizeof value, 1, expected) != 1) return printf("the file of expected values is too short\n"), false;
    if (value != values[i]) return printf("%s[%d] is %llx, must be %llx\n", name, i, (unsigned long long)values[i], (unsigned long long)value), false;
  }
  return true;
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
  const int threads = grid.x * grid.y * grid.z * block.x * block.y * block.z;
  FILE* expected = fopen(arguments[1], "rb");
  if (expected == nullptr) return printf("cannot open %s\n", arguments[1]), 2;
  const bool is_same = next_is(expected, "o32", o32, threads * 4) && next_is(expected, "o64", o64, threads * 2) &&
                       next_is(expected, "acc", acc, 80) && next_is(expected, "acc64", acc64, 16);
  return is_same ? 0 : 1;
}
