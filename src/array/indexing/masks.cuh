// The true places of a mask: one kernel counts them in parts, one writes where they are. A part is a block's, which has 256
// threads, or one where threads take turns.
#pragma once
#include "../kernels/prelude.cuh"

#ifndef __CUTS_CPU__
// The elements that a thread looks at together, as bits.
#define CUTS_MASK_WIDTH 16
struct alignas(16) cuts_mask_words { unsigned word[4]; };
CUTS_INLINE unsigned cuts_mask_bits(const unsigned char* mask, cuts_size at, cuts_size to) {
  unsigned bits = 0;
  if (at + CUTS_MASK_WIDTH <= to && ((unsigned long long)(mask + at) & 15) == 0) {
    const cuts_mask_words own = *(const cuts_mask_words*)(mask + at);
    #pragma unroll
    for (int k = 0; k < 4; k++) {
      unsigned x = own.word[k];
      x |= x >> 4; x |= x >> 2; x |= x >> 1; x &= 0x01010101u;
      // The lowest bits of four bytes side by side.
      bits |= (x * 0x01020408u >> 24 & 15u) << 4 * k;
    }
  } else for (int k = 0; k < CUTS_MASK_WIDTH; k++) if (at + k < to && mask[at + k] != 0) bits |= 1u << k;
  return bits;
}
#endif

__global__ void count_places(long long* counts, const unsigned char* mask, cuts_size n, cuts_size chunk) {
  const cuts_size from = blockIdx.x * chunk, to = n - from < chunk ? n : from + chunk;
#ifdef __CUTS_CPU__
  unsigned count = 0;
  for (cuts_size i = from; i < to; i++) count += mask[i] != 0;
  counts[blockIdx.x] = count;
#else
  __shared__ unsigned total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  unsigned count = 0;
  for (cuts_size i = from + CUTS_MASK_WIDTH * threadIdx.x; i < to; i += CUTS_MASK_WIDTH * blockDim.x) count += __popc(cuts_mask_bits(mask, i, to));
  for (int bit = 16; bit > 0; bit /= 2) count += __shfl_xor_sync(~0u, count, bit);
  if (threadIdx.x % 32 == 0) atomicAdd(&total, count);
  __syncthreads();
  if (threadIdx.x == 0) counts[blockIdx.x] = total;
#endif
}
// `ends` are running totals of the counts: where a part begins is where the one before it ends.
__global__ void find_places(long long* places, const unsigned char* mask, const long long* ends, cuts_size n, cuts_size chunk) {
  const cuts_size from = blockIdx.x * chunk, to = n - from < chunk ? n : from + chunk;
  places += blockIdx.x == 0 ? 0 : ends[blockIdx.x - 1];
#ifdef __CUTS_CPU__
  cuts_size next = 0;
  for (cuts_size i = from; i < to; i++) if (mask[i] != 0) places[next++] = i;
#else
  __shared__ unsigned before[8];
  // What a step finds, so that neighbours write side by side.
  __shared__ unsigned short found[CUTS_MASK_WIDTH * 256];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (cuts_size start = from; start < to; start += CUTS_MASK_WIDTH * 256) {
    const cuts_size first = start + CUTS_MASK_WIDTH * threadIdx.x;
    unsigned bits = first < to ? cuts_mask_bits(mask, first, to) : 0;
    const unsigned own = __popc(bits);
    unsigned rank = own;
    #pragma unroll
    for (unsigned step = 1; step < 32; step *= 2) { const unsigned left = __shfl_up_sync(~0u, rank, step); if (lane >= step) rank += left; }
    if (lane == 31) before[warp] = rank;
    __syncthreads();
    rank -= own;
    unsigned all = 0;
    #pragma unroll
    for (unsigned k = 0; k < 8; k++) { if (k == warp) rank += all; all += before[k]; }
    for (; bits != 0; bits &= bits - 1) found[rank++] = (unsigned short)(CUTS_MASK_WIDTH * threadIdx.x + __ffs(bits) - 1);
    __syncthreads();
    for (unsigned k = threadIdx.x; k < all; k += 256) places[k] = start + found[k];
    places += all;
    __syncthreads();
  }
#endif
}
