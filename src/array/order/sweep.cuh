// Sorts rows by the bytes of their keys from the lowest up, each pass stable (LSD radix sort), for devices whose blocks work
// side by side. One read before counts all bytes of all keys; then each pass reads and writes the keys once: a tile of keys
// tells its counts to the tiles after it, ranks its keys meanwhile, and adds up what the tiles before it have told ("onesweep",
// Adinets and Merrill). Elements become keys in the first pass and elements again in the last one.
#pragma once
#include "../kernels/prelude.cuh"

#define CUTS_BINS 256
// How elements become keys: bit 0 as in keys.cuh, bit 3 for signed integers; bit 4 where they are keys already.
// Floats have `mantissa` bits after their exponent, other elements 0.
template <class K> CUTS_INLINE K cuts_sweep_infinity(int mantissa) { return (K)((K)((K)~(K)0 >> 1) >> mantissa << mantissa); }
template <class K> CUTS_INLINE K cuts_sweep_key(K bits, int how, int mantissa) {
  const K sign = (K)((K)1 << (sizeof(K) * 8 - 1)), all = (K)~(K)0;
  if (how & 16) return bits;
  K key = how & 8 ? (K)(bits ^ sign) : bits;
  if (mantissa > 0) {
    const K size = (K)(bits & (K)~sign);
    if (size > cuts_sweep_infinity<K>(mantissa)) return all;
    key = bits & sign ? (K)~bits : (K)(bits | sign);
  }
  return how & 1 ? (K)~key : key;
}
template <class K> CUTS_INLINE K cuts_sweep_bits(K key, int how, int mantissa) {
  const K sign = (K)((K)1 << (sizeof(K) * 8 - 1)), own = how & 1 ? (K)~key : key;
  if (how & 16) return key;
  if (mantissa == 0) return how & 8 ? (K)(own ^ sign) : own;
  if (key == (K)~(K)0) return (K)(cuts_sweep_infinity<K>(mantissa) | (K)1 << (mantissa - 1));
  return own & sign ? (K)(own & (K)~sign) : (K)~own;
}
// What a key goes by. Zeros of both signs are equal: the two keys in the middle, which -0 and 0 have, go as one, and stay what
// they are.
template <class K> CUTS_INLINE K cuts_sweep_rank(K key, int mantissa) {
  const K upper = (K)((K)1 << (sizeof(K) * 8 - 1));
  return mantissa > 0 && key == (K)(upper - 1) ? upper : key;
}
// What a tile tells: a count of its own, or of all tiles of the row up to it, with a mark in the highest bits. One word, so
// that nobody sees half of it.
CUTS_INLINE void cuts_tell(unsigned* at, unsigned value) { asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" :: "l"(at), "r"(value) : "memory"); }
CUTS_INLINE void cuts_tell(unsigned long long* at, unsigned long long value) { asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" :: "l"(at), "l"(value) : "memory"); }
CUTS_INLINE unsigned cuts_told(const unsigned* at) {
  unsigned value;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  return value;
}
CUTS_INLINE unsigned long long cuts_told(const unsigned long long* at) {
  unsigned long long value;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(at) : "memory");
  return value;
}
// Which lanes have the same byte. Eight votes are quicker than the instruction that is made for it.
CUTS_INLINE unsigned cuts_same_byte(unsigned byte) {
  unsigned same = ~0u;
  #pragma unroll
  for (int bit = 0; bit < 8; bit++) {
    unsigned lanes;
    asm("{ .reg .pred p; .reg .b32 t; and.b32 t, %1, %2; setp.ne.u32 p, t, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; @!p not.b32 %0, %0; }"
        : "=r"(lanes) : "r"(byte), "r"(1u << bit));
    same &= lanes;
  }
  return same;
}
template <class T> CUTS_INLINE T cuts_running_sum(T own) {
  #pragma unroll
  for (unsigned step = 1; step < 32; step *= 2) {
    const T left = __shfl_up_sync(~0u, own, step);
    if (threadIdx.x % 32 >= step) own += left;
  }
  return own;
}

// How often each value of each byte from `first` on is in a row: counts[row][byte][value], which are 0 before. Blocks have a row
// and a part of it.
template <class K>
__global__ void __launch_bounds__(256) sweep_count(cuts_size* counts, const K* keys, cuts_size n, cuts_size chunk, int first, int how, int mantissa) {
  // Copies keep the lanes of a warp out of each other's way where many keys are alike.
  const int bytes = sizeof(K), copies = bytes == 8 ? 4 : 8, each = 8;
  __shared__ unsigned local[bytes * CUTS_BINS * copies];
  for (unsigned i = threadIdx.x; i < bytes * CUTS_BINS * copies; i += blockDim.x) local[i] = 0;
  __syncthreads();
  const cuts_size from = blockIdx.y * chunk, end = n - from < chunk ? n : from + chunk;
  const K* row = keys + blockIdx.x * n;
  unsigned* own = local + threadIdx.x % copies;
  cuts_size i = from + threadIdx.x;
  for (; i + (each - 1) * blockDim.x < end; i += each * blockDim.x) {
    K read[each];
    #pragma unroll
    for (int j = 0; j < each; j++) read[j] = row[i + j * blockDim.x];
    #pragma unroll
    for (int j = 0; j < each; j++) {
      const K key = cuts_sweep_rank(cuts_sweep_key(read[j], how, mantissa), mantissa);
      #pragma unroll
      for (int b = 0; b < bytes; b++) if (b >= first) atomicAdd(own + (b * CUTS_BINS + ((unsigned)(key >> 8 * b) & 255u)) * copies, 1u);
    }
  }
  for (; i < end; i += blockDim.x) {
    const K key = cuts_sweep_rank(cuts_sweep_key(row[i], how, mantissa), mantissa);
    #pragma unroll
    for (int b = 0; b < bytes; b++) if (b >= first) atomicAdd(own + (b * CUTS_BINS + ((unsigned)(key >> 8 * b) & 255u)) * copies, 1u);
  }
  __syncthreads();
  counts += (cuts_size)blockIdx.x * bytes * CUTS_BINS;
  for (unsigned bin = threadIdx.x; bin < bytes * CUTS_BINS; bin += blockDim.x) {
    unsigned sum = 0;
    #pragma unroll
    for (int c = 0; c < copies; c++) sum += local[bin * copies + c];
    if (sum != 0) atomicAdd(counts + bin, (cuts_size)sum);
  }
}
// Counts become places: where the first key of each value goes. A block has one byte of one row.
__global__ void __launch_bounds__(256) sweep_places(cuts_size* counts) {
  __shared__ cuts_size sums[8];
  counts += (cuts_size)blockIdx.x * CUTS_BINS;
  const cuts_size own = counts[threadIdx.x];
  cuts_size sum = cuts_running_sum(own);
  if (threadIdx.x % 32 == 31) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  for (unsigned w = 0; w < threadIdx.x / 32; w++) sum += sums[w];
  counts[threadIdx.x] = sum - own;
}
// One pass, by the byte at `shift`: keys, and indices where PAIRS. `index` is undefined in the first pass: indices count. They
// go to `order`, or in the last pass to `wideOrder` if there is one; without `out` the keys are not wanted any more. `told` and
// `ticket` are 0 before.
template <class K, int THREADS, int ITEMS, bool PAIRS>
__global__ void __launch_bounds__(THREADS) sweep(K* out, const K* keys, unsigned* order, long long* wideOrder, const unsigned* index,
    cuts_size* told, unsigned* ticket, const cuts_size* places, cuts_size n, unsigned tilesInRow, int shift, int howIn, int howOut, int mantissa) {
  const cuts_size TOLD_OWN = (cuts_size)1 << (sizeof(cuts_size) * 8 - 2), TOLD_ALL = TOLD_OWN << 1, TOLD_COUNT = TOLD_OWN - 1;
  const unsigned WARPS = THREADS / 32, TILE = THREADS * ITEMS;
  __shared__ union { unsigned counts[WARPS][CUTS_BINS]; K keys[TILE]; unsigned index[PAIRS ? TILE : 1]; } shared;
  __shared__ cuts_size start[CUTS_BINS];
  __shared__ unsigned sums[CUTS_BINS / 32], ownTile;
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  // Tiles are numbered as they start: a tile waits only for those that have started.
  if (threadIdx.x == 0) ownTile = atomicAdd(ticket, 1u);
  #pragma unroll
  for (unsigned i = lane; i < CUTS_BINS; i += 32) shared.counts[warp][i] = 0;
  __syncthreads();
  const unsigned tile = ownTile, row = tile / tilesInRow, part = tile % tilesInRow;
  const cuts_size from = (cuts_size)part * TILE, base = row * n;
  const unsigned count = n - from < TILE ? (unsigned)(n - from) : TILE;
  const unsigned first = warp * 32 * ITEMS + lane;
  keys += base + from + first;
  K own[ITEMS];
  if (count == TILE) {
    #pragma unroll
    for (int i = 0; i < ITEMS; i++) own[i] = keys[32 * i];
    #pragma unroll
    for (int i = 0; i < ITEMS; i++) own[i] = cuts_sweep_key(own[i], howIn, mantissa);
  } else {
    // What is beyond the end has the highest key: it stays behind all others and is not written.
    #pragma unroll
    for (int i = 0; i < ITEMS; i++) own[i] = first + 32 * i < count ? cuts_sweep_key(keys[32 * i], howIn, mantissa) : (K)~(K)0;
  }
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) atomicAdd(&shared.counts[warp][(unsigned)(cuts_sweep_rank(own[i], mantissa) >> shift) & 255u], 1u);
  __syncthreads();
  // Each of the first threads has one value of the byte: what the warps before have of it, and what smaller values take.
  unsigned total = 0, smaller = 0;
  cuts_size* tell = told + (cuts_size)tile * CUTS_BINS + threadIdx.x;
  if (threadIdx.x < CUTS_BINS) {
    #pragma unroll
    for (int w = 0; w < WARPS; w++) {
      const unsigned next = shared.counts[w][threadIdx.x];
      shared.counts[w][threadIdx.x] = total;
      total += next;
    }
    cuts_tell(tell, (part == 0 ? TOLD_ALL : TOLD_OWN) | total);
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
  unsigned rank[ITEMS];
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    const unsigned byte = (unsigned)(cuts_sweep_rank(own[i], mantissa) >> shift) & 255u, same = cuts_same_byte(byte), leader = 31 - __clz(same);
    unsigned at = 0;
    if (lane == leader) at = atomicAdd(&shared.counts[warp][byte], __popc(same));
    rank[i] = __shfl_sync(~0u, at, leader) + __popc(same & ((1u << lane) - 1u));
  }
  __syncthreads();
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) shared.keys[rank[i]] = own[i];
  if (threadIdx.x < CUTS_BINS) {
    cuts_size before = 0;
    if (part > 0) {
      for (const cuts_size* look = tell - CUTS_BINS;;) {
        const cuts_size one = cuts_told(look);
        if (one == 0) continue;
        before += one & TOLD_COUNT;
        if (one & TOLD_ALL) break;
        look -= CUTS_BINS;
      }
      cuts_tell(tell, TOLD_ALL | (before + total));
    }
    start[threadIdx.x] = base + places[(cuts_size)row * sizeof(K) * CUTS_BINS + threadIdx.x] + before - smaller;
  }
  __syncthreads();
  unsigned char bytes[PAIRS ? ITEMS : 1];
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    const unsigned at = threadIdx.x + i * THREADS;
    const K key = shared.keys[at];
    const unsigned byte = (unsigned)(cuts_sweep_rank(key, mantissa) >> shift) & 255u;
    if (PAIRS) bytes[i] = (unsigned char)byte;
    if (at < count && out) out[start[byte] + at] = cuts_sweep_bits(key, howOut, mantissa);
  }
  if (!PAIRS) return;
  unsigned ownIndex[ITEMS];
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    const unsigned at = first + 32 * i;
    ownIndex[i] = index && at < count ? index[base + from + at] : (unsigned)(from + at);
  }
  __syncthreads();
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) shared.index[PAIRS ? rank[i] : 0] = ownIndex[i];
  __syncthreads();
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    const unsigned at = threadIdx.x + i * THREADS;
    if (at >= count) continue;
    const cuts_size into = start[bytes[PAIRS ? i : 0]] + at;
    if (wideOrder) wideOrder[into] = shared.index[PAIRS ? at : 0];
    else order[into] = shared.index[PAIRS ? at : 0];
  }
}
// Keys that were sorted by their upper half: those that share it are put in order, a run by the thread of its first. For random
// keys, of which few do.
__global__ void sweep_settle(unsigned long long* keys, long long* order, cuts_size n) {
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 >= n) return;
  const unsigned upper = (unsigned)(keys[i] >> 32);
  if ((unsigned)(keys[i + 1] >> 32) != upper || (i > 0 && (unsigned)(keys[i - 1] >> 32) == upper)) return;
  for (cuts_size next = i + 1; next < n && (unsigned)(keys[next] >> 32) == upper; next++) {
    const unsigned long long key = keys[next];
    const long long from = order[next];
    cuts_size at = next;
    for (; at > i && keys[at - 1] > key; at--) { keys[at] = keys[at - 1]; order[at] = order[at - 1]; }
    keys[at] = key;
    order[at] = from;
  }
}
