// The K largest of each row, in order, ties by position: every thread keeps a sorted list in registers, then the
// threads' lists are merged by pairs in shared memory.
#include <math_constants.h>

#define K 4
#define BLOCK 64

struct Entry {
  float value;
  int index;
};

__device__ __forceinline__ bool before(const Entry& a, const Entry& b) {
  return a.value > b.value || (a.value == b.value && a.index < b.index);
}

__device__ void insert(Entry (&list)[K], Entry entry) {
#pragma unroll
  for (int k = 0; k < K; ++k) {
    if (before(entry, list[k])) {
      Entry displaced = list[k];
      list[k] = entry;
      entry = displaced;
    }
  }
}

extern "C" __global__ void top_k(const float* matrix, int columns, float* values, int* indices) {
  __shared__ Entry lists[BLOCK][K];
  Entry mine[K];
#pragma unroll
  for (int k = 0; k < K; ++k) mine[k] = {-CUDART_INF_F, 0x7fffffff};
  for (int c = threadIdx.x; c < columns; c += BLOCK) insert(mine, {matrix[blockIdx.x * columns + c], c});

  for (int half = BLOCK / 2; half > 0; half >>= 1) {
    if (threadIdx.x >= half && threadIdx.x < 2 * half) {
      for (int k = 0; k < K; ++k) lists[threadIdx.x][k] = mine[k];
    }
    __syncthreads();
    if (threadIdx.x < half) {
      for (int k = 0; k < K; ++k) insert(mine, lists[threadIdx.x + half][k]);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    for (int k = 0; k < K; ++k) {
      values[blockIdx.x * K + k] = mine[k].value;
      indices[blockIdx.x * K + k] = mine[k].index;
    }
  }
}
