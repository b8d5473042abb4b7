// Radix sort by bits: split with a scan of flags, for 32 bits.
#include <algorithm>
#include <cstdio>
#include <vector>

#define BLOCK 256

__global__ void flags(const int* in, int* flag, int bit, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) flag[i] = !((unsigned(in[i]) ^ 0x80000000u) >> bit & 1u);
}
__global__ void scanBlocks(const int* in, int* out, int* sums, int n) {
  __shared__ int buffer[2][BLOCK];
  int t = threadIdx.x, i = blockIdx.x * BLOCK + t, which = 0;
  buffer[0][t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < BLOCK; d *= 2) {
    buffer[1 - which][t] = buffer[which][t] + (t >= d ? buffer[which][t - d] : 0);
    which = 1 - which;
    __syncthreads();
  }
  if (i < n) out[i] = buffer[which][t] - in[i];
  if (t == BLOCK - 1) sums[blockIdx.x] = buffer[which][t];
}
__global__ void scatter(const int* in, int* out, const int* flag, const int* scan, const int* sums, int n, int blocks) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  int before = 0, zeros = 0;
  for (int b = 0; b < blocks; b++) {
    if (b < blockIdx.x) before += sums[b];
    zeros += sums[b];
  }
  int rank = scan[i] + before;
  out[flag[i] ? rank : zeros + i - rank] = in[i];
}

int main() {
  const int n = 3000, blocks = (n + BLOCK - 1) / BLOCK;
  std::vector<int> h(n);
  unsigned seed = 3;
  for (int& v : h) v = (int)(seed = seed * 22695477u + 1u);
  std::vector<int> expected = h;
  std::sort(expected.begin(), expected.end());
  int *a, *b, *flag, *scan, *sums;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&flag, n * sizeof(int));
  cudaMalloc(&scan, n * sizeof(int));
  cudaMalloc(&sums, blocks * sizeof(int));
  cudaMemcpy(a, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int bit = 0; bit < 32; bit++) {
    flags<<<blocks, BLOCK>>>(a, flag, bit, n);
    scanBlocks<<<blocks, BLOCK>>>(flag, scan, sums, n);
    scatter<<<blocks, BLOCK>>>(a, b, flag, scan, sums, n, blocks);
    std::swap(a, b);
  }
  cudaMemcpy(h.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%s: %d ... %d ... %d\n", h == expected ? "sorted" : "wrong", h[0], h[n / 2], h[n - 1]);
  for (int* one : {a, b, flag, scan, sums}) cudaFree(one);
  return h == expected ? 0 : 1;
}
