// Integers that are waited for: how far they reach, what they are at that moment, and which of them are there.
#pragma once
#include "../kernels/prelude.cuh"

// The order of 64-bit integers, as that of unsigned ones.
CUTS_INLINE unsigned long long cuts_extent_key(long long value) { return (unsigned long long)value ^ 1ull << 63; }

// A copy of all, the largest key in extent[1], and the complement of the smallest in extent[0]: both are 0 before.
template <class T>
__global__ void __launch_bounds__(512) extent(unsigned long long* extent, T* copy, const T* x, cuts_size n, cuts_size chunk) {
  const cuts_size begin = blockIdx.x * chunk, end = n - begin < chunk ? n : begin + chunk;
  const int each = 8;
  unsigned long long low = 0, high = 0;
  for (cuts_size i = begin + threadIdx.x; i < end; i += each * blockDim.x) {
    T read[each];
    #pragma unroll
    for (int j = 0; j < each; j++) read[j] = x[i + j * blockDim.x < end ? i + j * blockDim.x : i];
    #pragma unroll
    for (int j = 0; j < each; j++) {
      const unsigned long long key = cuts_extent_key((long long)read[j]);
      high = key > high ? key : high;
      low = ~key > low ? ~key : low;
      if (i + j * blockDim.x < end) copy[i + j * blockDim.x] = read[j];
    }
  }
  #pragma unroll
  for (unsigned bit = 1; bit < 32; bit *= 2) {
    const unsigned long long otherLow = __shfl_xor_sync(~0u, low, bit), otherHigh = __shfl_xor_sync(~0u, high, bit);
    low = otherLow > low ? otherLow : low;
    high = otherHigh > high ? otherHigh : high;
  }
  __shared__ unsigned long long lows[16], highs[16];
  if (threadIdx.x % 32 == 0) { lows[threadIdx.x / 32] = low; highs[threadIdx.x / 32] = high; }
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned warp = 1; warp < blockDim.x / 32; warp++) {
    low = lows[warp] > low ? lows[warp] : low;
    high = highs[warp] > high ? highs[warp] : high;
  }
  atomicMax(extent, low);
  atomicMax(extent + 1, high);
}
// Marks the numbers that are there, counted from `low`, in bits that are 0 before. Most have been marked before: looking costs less
// than writing. Each block has bits of its own where its shared memory has room for them: without, all blocks look at the same.
template <class T>
__global__ void __launch_bounds__(1024) mark_numbers(unsigned* marks, const T* x, long long low, cuts_size n, cuts_size chunk, unsigned words, int isShared) {
  extern __shared__ unsigned local[];
  const cuts_size begin = blockIdx.x * chunk, end = n - begin < chunk ? n : begin + chunk;
  const int each = 8;
  if (isShared) for (unsigned w = threadIdx.x; w < words; w += blockDim.x) local[w] = 0;
  __syncthreads();
  for (cuts_size i = begin + threadIdx.x; i < end; i += each * blockDim.x) {
    T read[each];
    #pragma unroll
    for (int j = 0; j < each; j++) read[j] = x[i + j * blockDim.x < end ? i + j * blockDim.x : i];
    unsigned seen[each];
    #pragma unroll
    for (int j = 0; j < each; j++) {
      const unsigned long long at = (unsigned long long)((long long)read[j] - low);
      seen[j] = isShared ? ((volatile unsigned*)local)[at / 32] : ((const volatile unsigned*)marks)[at / 32];
    }
    #pragma unroll
    for (int j = 0; j < each; j++) {
      const unsigned long long at = (unsigned long long)((long long)read[j] - low);
      const unsigned bit = 1u << at % 32;
      if (!(seen[j] & bit)) atomicOr((isShared ? local : marks) + at / 32, bit);
    }
  }
  if (!isShared) return;
  __syncthreads();
  for (unsigned w = threadIdx.x; w < words; w += blockDim.x)
    if (local[w] & ~((const volatile unsigned*)marks)[w]) atomicOr(marks + w, local[w]);
}
// Bits as elements, 32 of each word.
__global__ void spread_marks(bool* out, const unsigned* marks, cuts_size count) {
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = marks[i / 32] >> i % 32 & 1u;
}
