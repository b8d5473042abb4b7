// The largest value of each row and where it first occurs: (value, index) pairs travel through shuffles together.
#include <math_constants.h>

struct Candidate {
  float value;
  int index;
};

__device__ __forceinline__ Candidate better(Candidate a, Candidate b) {
  if (a.value > b.value) return a;
  if (b.value > a.value) return b;
  return a.index < b.index ? a : b;
}

__device__ __forceinline__ Candidate warp_best(Candidate c) {
  for (int mask = 16; mask > 0; mask >>= 1) {
    Candidate other{__shfl_xor_sync(0xffffffff, c.value, mask), __shfl_xor_sync(0xffffffff, c.index, mask)};
    c = better(c, other);
  }
  return c;
}

extern "C" __global__ void argmax_rows(const float* matrix, int columns, float* values, int* indices) {
  __shared__ Candidate warps[32];
  const float* row = matrix + static_cast<size_t>(blockIdx.x) * columns;

  Candidate best{-CUDART_INF_F, 0x7fffffff};
  for (int c = threadIdx.x; c < columns; c += blockDim.x) best = better(best, Candidate{row[c], c});
  best = warp_best(best);
  if ((threadIdx.x & 31) == 0) warps[threadIdx.x >> 5] = best;
  __syncthreads();

  if (threadIdx.x < 32) {
    int warp_count = (blockDim.x + 31) >> 5;
    best = threadIdx.x < warp_count ? warps[threadIdx.x] : Candidate{-CUDART_INF_F, 0x7fffffff};
    best = warp_best(best);
    if (threadIdx.x == 0) {
      values[blockIdx.x] = best.value;
      indices[blockIdx.x] = best.index;
    }
  }
}
