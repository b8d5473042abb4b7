// Exclusive scan of Blelloch: up-sweep and down-sweep in a block, then the sums of the blocks.
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 128

__global__ void scanBlock(int* data, int* sums, int n) {
  __shared__ int temp[2 * BLOCK];
  int tid = threadIdx.x, base = 2 * BLOCK * blockIdx.x;
  temp[2 * tid] = base + 2 * tid < n ? data[base + 2 * tid] : 0;
  temp[2 * tid + 1] = base + 2 * tid + 1 < n ? data[base + 2 * tid + 1] : 0;
  int offset = 1;
  for (int d = BLOCK; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d) temp[offset * (2 * tid + 2) - 1] += temp[offset * (2 * tid + 1) - 1];
    offset *= 2;
  }
  if (tid == 0) {
    sums[blockIdx.x] = temp[2 * BLOCK - 1];
    temp[2 * BLOCK - 1] = 0;
  }
  for (int d = 1; d <= BLOCK; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (tid < d) {
      int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1, t = temp[a];
      temp[a] = temp[b];
      temp[b] += t;
    }
  }
  __syncthreads();
  if (base + 2 * tid < n) data[base + 2 * tid] = temp[2 * tid];
  if (base + 2 * tid + 1 < n) data[base + 2 * tid + 1] = temp[2 * tid + 1];
}
__global__ void addSums(int* data, const int* sums, int n) {
  int i = blockIdx.x * 2 * BLOCK + threadIdx.x;
  if (i < n) data[i] += sums[blockIdx.x];
  if (i + BLOCK < n) data[i + BLOCK] += sums[blockIdx.x];
}

int main() {
  const int n = 5000, blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);
  int* h = (int*)malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) h[i] = i % 10;
  int *data, *sums, *total;
  cudaMalloc(&data, n * sizeof(int));
  cudaMalloc(&sums, blocks * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemcpy(data, h, n * sizeof(int), cudaMemcpyHostToDevice);
  scanBlock<<<blocks, BLOCK>>>(data, sums, n);
  scanBlock<<<1, BLOCK>>>(sums, total, blocks);
  addSums<<<blocks, BLOCK>>>(data, sums, n);
  int* r = (int*)malloc(n * sizeof(int));
  cudaMemcpy(r, data, n * sizeof(int), cudaMemcpyDeviceToHost);
  int expected = 0, wrong = 0;
  for (int i = 0; i < n; i++) {
    wrong += r[i] != expected;
    expected += h[i];
  }
  cudaMemcpy(h, total, sizeof(int), cudaMemcpyDeviceToHost);
  printf("last %d, total %d, wrong %d\n", r[n - 1], h[0], wrong);
  cudaFree(data);
  cudaFree(sums);
  cudaFree(total);
  free(h);
  free(r);
  return wrong ? 1 : 0;
}
