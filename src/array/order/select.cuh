// Finds the first keys of long rows without sorting them: from the highest byte down, the keys with each value of a byte are
// counted among those that may still be the last one that is wanted, until no more are left than are wanted (radix select). Equal
// keys go by their places, so that the choice is the one that a stable sort makes.
#pragma once
#include "sweep.cuh"

// What is known of a row: the bytes of the last key that is wanted and of its place, how many are wanted of those with these
// bytes, after how many bytes all of them are (0: not yet), and how many were gathered.
struct cuts_choice { unsigned long long key, place, left, bytes, gathered; };

// Whether the first `bytes` bytes of a key and its place come before those of the choice (-1), are those (0), or come after (1).
template <class K> CUTS_INLINE int cuts_compare_choice(K key, unsigned place, const cuts_choice& choice, int bytes) {
  const int ofKey = bytes < (int)sizeof(K) ? bytes : (int)sizeof(K), ofPlace = bytes - ofKey;
  if (ofKey > 0) {
    const int shift = 8 * ((int)sizeof(K) - ofKey);
    const K own = (K)(key >> shift), other = (K)((K)choice.key >> shift);
    if (own != other) return own < other ? -1 : 1;
  }
  if (ofPlace > 0) {
    const int shift = 8 * (4 - ofPlace);
    const unsigned own = place >> shift, other = (unsigned)choice.place >> shift;
    if (own != other) return own < other ? -1 : 1;
  }
  return 0;
}

// The next byte. Blocks have a row and a part of it; the last block of a row decides. `counts` and `done` are 0 before and after.
template <class K>
__global__ void __launch_bounds__(256) select_byte(cuts_choice* choices, unsigned* counts, unsigned* done, const K* keys, cuts_size n, cuts_size chunk,
    cuts_size wanted, int byte, int how, int mantissa) {
  const int copies = 8, each = 8;
  __shared__ unsigned local[CUTS_BINS * copies];
  __shared__ unsigned warps[8];
  __shared__ bool isLast;
  cuts_choice* own = choices + blockIdx.x;
  const cuts_choice choice = *own;
  if (byte > 0 && choice.bytes != 0) return;
  for (unsigned i = threadIdx.x; i < CUTS_BINS * copies; i += blockDim.x) local[i] = 0;
  __syncthreads();
  const cuts_size from = blockIdx.y * chunk, end = n - from < chunk ? n : from + chunk;
  const K* row = keys + blockIdx.x * n;
  const int isPlace = byte >= (int)sizeof(K), shift = 8 * (isPlace ? 3 - (byte - (int)sizeof(K)) : (int)sizeof(K) - 1 - byte);
  unsigned* mine = local + threadIdx.x % copies;
  for (cuts_size i = from + threadIdx.x; i < end; i += each * blockDim.x) {
    K read[each];
    #pragma unroll
    for (int j = 0; j < each; j++) if (i + j * blockDim.x < end) read[j] = row[i + j * blockDim.x];
    #pragma unroll
    for (int j = 0; j < each; j++) {
      const cuts_size at = i + j * blockDim.x;
      if (at >= end) continue;
      const K key = cuts_sweep_rank(cuts_sweep_key(read[j], how, mantissa), mantissa);
      if (cuts_compare_choice(key, (unsigned)at, choice, byte) != 0) continue;
      atomicAdd(mine + (isPlace ? (unsigned)at >> shift & 255u : (unsigned)(key >> shift) & 255u) * copies, 1u);
    }
  }
  __syncthreads();
  counts += blockIdx.x * CUTS_BINS;
  unsigned sum = 0;
  #pragma unroll
  for (int c = 0; c < copies; c++) sum += local[threadIdx.x * copies + c];
  if (sum != 0) atomicAdd(counts + threadIdx.x, sum);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) isLast = atomicAdd(done + blockIdx.x, 1u) == gridDim.y - 1;
  __syncthreads();
  if (!isLast) return;
  __threadfence();
  const unsigned count = *(volatile unsigned*)(counts + threadIdx.x), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  counts[threadIdx.x] = 0;
  if (threadIdx.x == 0) done[blockIdx.x] = 0;
  unsigned up = cuts_running_sum(count);
  if (lane == 31) warps[warp] = up;
  __syncthreads();
  for (unsigned w = 0; w < warp; w++) up += warps[w];
  const unsigned long long left = byte == 0 ? wanted : choice.left;
  if (up < left || up - count >= left) return;
  if (isPlace) own->place = choice.place | (unsigned long long)threadIdx.x << shift;
  else own->key = choice.key | (unsigned long long)threadIdx.x << shift;
  own->left = left - (up - count);
  // All that share the bytes are wanted: the rest of them decides nothing.
  if (own->left == count) own->bytes = byte + 1;
}

// The keys that are wanted, in any order, and where they were.
template <class K>
__global__ void __launch_bounds__(256) select_gather(K* out, unsigned* places, cuts_choice* choices, const K* keys, cuts_size n, cuts_size chunk, cuts_size wanted,
    int how, int mantissa) {
  cuts_choice* own = choices + blockIdx.x;
  const cuts_choice choice = *own;
  const int each = 8;
  const cuts_size from = blockIdx.y * chunk, end = n - from < chunk ? n : from + chunk;
  const K* row = keys + blockIdx.x * n;
  for (cuts_size i = from + threadIdx.x; i < end; i += each * blockDim.x) {
    K read[each];
    #pragma unroll
    for (int j = 0; j < each; j++) if (i + j * blockDim.x < end) read[j] = row[i + j * blockDim.x];
    #pragma unroll
    for (int j = 0; j < each; j++) {
      const cuts_size at = i + j * blockDim.x;
      if (at >= end) continue;
      const K key = cuts_sweep_rank(cuts_sweep_key(read[j], how, mantissa), mantissa);
      if (cuts_compare_choice(key, (unsigned)at, choice, (int)choice.bytes) > 0) continue;
      const cuts_size into = blockIdx.x * wanted + (cuts_size)atomicAdd(&own->gathered, 1ull);
      out[into] = read[j];
      places[into] = (unsigned)at;
    }
  }
}
