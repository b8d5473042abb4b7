// The true places of a mask: one kernel counts them in parts, one writes where they are. A part is a block's, which has 256
// threads, or one where threads take turns.
#pragma once
#include "../kernels/prelude.cuh"

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
  for (cuts_size i = from + threadIdx.x; i < to; i += blockDim.x) count += mask[i] != 0;
  atomicAdd(&total, count);
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
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (cuts_size start = from; start < to; start += 256) {
    const cuts_size i = start + threadIdx.x;
    const bool found = i < to && mask[i] != 0;
    const unsigned together = __ballot_sync(0xffffffffu, found);
    if (lane == 0) before[warp] = __popc(together);
    __syncthreads();
    unsigned rank = __popc(together & ((1u << lane) - 1)), all = 0;
    for (unsigned k = 0; k < 8; k++) {
      if (k == warp) rank += all;
      all += before[k];
    }
    if (found) places[rank] = i;
    places += all;
    __syncthreads();
  }
#endif
}
