// Sorts rows that a block holds whole, by the bytes of their keys in shared memory, each pass stable. Elements become keys when they
// are read and elements again when they are written, as in sweep.cuh.
#pragma once
#include "sweep.cuh"

// Keys of a row to `out` in order, and to `order` where they were; only the first `kept` of them. Where `index` says where keys were,
// equal ones go by that, of which `indexBytes` bytes count; else by their places in the row.
template <class K, int THREADS, int ITEMS, bool PAIRS>
__global__ void __launch_bounds__(THREADS) block_sort(K* out, long long* order, const K* keys, const unsigned* index, cuts_size n, cuts_size kept,
    int indexBytes, int how, int mantissa) {
  const unsigned WARPS = THREADS / 32, TILE = THREADS * ITEMS;
  __shared__ union { unsigned counts[WARPS][CUTS_BINS]; K keys[TILE]; unsigned index[PAIRS ? TILE : 1]; } shared;
  __shared__ unsigned sums[CUTS_BINS / 32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, first = warp * 32 * ITEMS + lane;
  const cuts_size base = blockIdx.x * n;
  K own[ITEMS];
  unsigned place[PAIRS ? ITEMS : 1];
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    const unsigned at = first + 32 * i;
    own[i] = at < n ? cuts_sweep_key(keys[base + at], how, mantissa) : (K)~(K)0;
    // What is beyond the end stays behind all others.
    if (PAIRS) place[PAIRS ? i : 0] = at >= n ? ~0u : index ? index[base + at] : at;
  }
  const int before = PAIRS ? indexBytes : 0;
  for (int pass = 0; pass < before + (int)sizeof(K); pass++) {
    const bool isIndex = PAIRS && pass < before;
    const int shift = 8 * (isIndex ? pass : pass - before);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < WARPS * CUTS_BINS; i += THREADS) shared.counts[0][i] = 0;
    __syncthreads();
    unsigned rank[ITEMS];
    #pragma unroll
    for (int i = 0; i < ITEMS; i++) {
      const unsigned byte = (isIndex ? place[PAIRS ? i : 0] >> shift : (unsigned)(cuts_sweep_rank(own[i], mantissa) >> shift)) & 255u;
      const unsigned same = cuts_same_byte(byte), leader = 31 - __clz(same);
      unsigned at = 0;
      if (lane == leader) at = atomicAdd(&shared.counts[warp][byte], __popc(same));
      rank[i] = __shfl_sync(~0u, at, leader) + __popc(same & ((1u << lane) - 1u)) | byte << 16;
    }
    __syncthreads();
    // Each of the first threads has one value of the byte: where the keys of each warp with it begin.
    unsigned total = 0, smaller = 0;
    if (threadIdx.x < CUTS_BINS) {
      #pragma unroll
      for (int w = 0; w < WARPS; w++) { const unsigned next = shared.counts[w][threadIdx.x]; shared.counts[w][threadIdx.x] = total; total += next; }
      smaller = cuts_running_sum(total);
      if (lane == 31) sums[warp] = smaller;
    }
    __syncthreads();
    if (threadIdx.x < CUTS_BINS) {
      for (unsigned w = 0; w < warp; w++) smaller += sums[w];
      smaller -= total;
      #pragma unroll
      for (int w = 0; w < WARPS; w++) shared.counts[w][threadIdx.x] += smaller;
    }
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < ITEMS; i++) rank[i] = (rank[i] & 0xffffu) + shared.counts[warp][rank[i] >> 16];
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < ITEMS; i++) shared.keys[rank[i]] = own[i];
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < ITEMS; i++) own[i] = shared.keys[first + 32 * i];
    if (PAIRS) {
      __syncthreads();
      #pragma unroll
      for (int i = 0; i < ITEMS; i++) shared.index[PAIRS ? rank[i] : 0] = place[PAIRS ? i : 0];
      __syncthreads();
      #pragma unroll
      for (int i = 0; i < ITEMS; i++) place[PAIRS ? i : 0] = shared.index[PAIRS ? first + 32 * i : 0];
    }
  }
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    const unsigned at = first + 32 * i;
    if (at >= kept) continue;
    if (out) out[blockIdx.x * kept + at] = cuts_sweep_bits(own[i], how, mantissa);
    if (PAIRS && order) order[blockIdx.x * kept + at] = place[PAIRS ? i : 0];
  }
}
