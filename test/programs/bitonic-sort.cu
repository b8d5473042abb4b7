// Bitonic sort of keys with values: one kernel launch for each step.
#include <cstdio>
#include <vector>

__global__ void step(unsigned* keys, int* values, int j, int k) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x, other = i ^ j;
  if (other <= i) return;
  bool up = (i & k) == 0;
  if (up == (keys[i] > keys[other])) {
    unsigned key = keys[i];
    keys[i] = keys[other];
    keys[other] = key;
    int value = values[i];
    values[i] = values[other];
    values[other] = value;
  }
}

int main() {
  const int n = 1 << 12, threads = 256;
  std::vector<unsigned> keys(n);
  std::vector<int> values(n);
  unsigned seed = 42;
  for (int i = 0; i < n; i++) {
    keys[i] = seed = seed * 1664525u + 1013904223u;
    values[i] = i;
  }
  std::vector<unsigned> original = keys;
  unsigned* dk;
  int* dv;
  cudaMalloc(&dk, n * sizeof(unsigned));
  cudaMalloc(&dv, n * sizeof(int));
  cudaMemcpy(dk, keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  cudaMemcpy(dv, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int k = 2; k <= n; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) step<<<n / threads, threads>>>(dk, dv, j, k);
  cudaMemcpy(keys.data(), dk, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaMemcpy(values.data(), dv, n * sizeof(int), cudaMemcpyDeviceToHost);
  bool sorted = true, matched = true;
  for (int i = 0; i < n; i++) {
    if (i > 0) sorted = sorted && keys[i - 1] <= keys[i];
    matched = matched && original[values[i]] == keys[i];
  }
  printf("%s, %s, first %u (%d), last %u (%d)\n", sorted ? "sorted" : "not sorted", matched ? "values follow" : "values lost", keys[0], values[0], keys[n - 1], values[n - 1]);
  cudaFree(dk);
  cudaFree(dv);
  return 0;
}
