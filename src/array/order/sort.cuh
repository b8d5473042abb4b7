// Sorts unsigned keys by their bytes from the lowest up, each pass stable (LSD radix sort): counts of each byte value in each
// part of a row, a scan of the counts, and a scatter. Indices travel along where they are asked for. A block is one thread:
// devices whose blocks work side by side sort in sweeps (sweep.cuh). Short rows are sorted in one launch instead. Then what
// is made of sorted keys: searches and unique values.
#pragma once
#include "../kernels/prelude.cuh"

#define CUTS_DIGITS 256
// What a key goes by. Zeros of both signs are equal: with `zeros`, where keys are those of floats, the two keys in the middle, of
// -0 and 0, go as one, and stay what they are.
template <class K> CUTS_INLINE K cuts_rank(K key, int zeros) {
  const K upper = zeros ? (K)1 << (sizeof(K) * 8 - 1) : 0, lower = zeros ? upper - 1 : 0;
  return key == lower ? upper : key;
}
// How often each byte value occurs in each part of a row: counts[row][value][part].
template <class K>
__global__ void radix_count(unsigned* counts, const K* keys, cuts_size n, cuts_size chunk, int shift, int zeros) {
  const cuts_size from = blockIdx.x * chunk, count = n - from < chunk ? n - from : chunk;
  const K* p = keys + (cuts_size)blockIdx.y * n + from;
  counts += (cuts_size)blockIdx.y * CUTS_DIGITS * gridDim.x + blockIdx.x;
  unsigned local[CUTS_DIGITS];
  for (int d = 0; d < CUTS_DIGITS; d++) local[d] = 0;
  for (cuts_size i = 0; i < count; i++) local[(unsigned)(cuts_rank(p[i], zeros) >> shift) & 255u]++;
  for (cuts_size d = 0; d < CUTS_DIGITS; d++) counts[d * gridDim.x] = local[d];
}
// Running totals of the counts of a row, each without its own: where a part puts its first key of a byte value.
__global__ void radix_places(unsigned* counts, cuts_size size) {
  counts += (cuts_size)blockIdx.x * size;
  unsigned sum = 0;
  for (cuts_size i = 0; i < size; i++) { const unsigned own = counts[i]; counts[i] = sum; sum += own; }
}
// Moves keys to their places, and indices with them if there is room for them; without indices of their own they count.
template <class K>
__global__ void radix_scatter(K* out, const K* keys, unsigned* outIndex, const unsigned* index,
    const unsigned* places, cuts_size n, cuts_size chunk, int shift, int zeros) {
  const cuts_size row = (cuts_size)blockIdx.y * n, from = blockIdx.x * chunk, count = n - from < chunk ? n - from : chunk;
  keys += row; out += row; outIndex += outIndex ? row : 0; index += index ? row : 0;
  places += (cuts_size)blockIdx.y * CUTS_DIGITS * gridDim.x + blockIdx.x;
  unsigned place[CUTS_DIGITS];
  for (cuts_size d = 0; d < CUTS_DIGITS; d++) place[d] = places[d * gridDim.x];
  if (!outIndex) {
    for (cuts_size i = from; i < from + count; i++) { const K key = keys[i]; out[place[(unsigned)(cuts_rank(key, zeros) >> shift) & 255u]++] = key; }
    return;
  }
  for (cuts_size i = from; i < from + count; i++) {
    const K key = keys[i];
    const unsigned at = place[(unsigned)(cuts_rank(key, zeros) >> shift) & 255u]++;
    out[at] = key;
    outIndex[at] = index ? index[i] : (unsigned)i;
  }
}
// Sorts short rows in place, of up to 128 keys on the cpu and 1024 on a GPU, with indices where there is room for them. Equal keys keep their order.
template <class K>
__global__ void sort_short(K* keys, unsigned* index, cuts_size n, cuts_size rows, int zeros) {
#ifdef __CUTS_CPU__
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  keys += row * n;
  K spareKeys[128];
  unsigned own[128], spare[128];
  for (cuts_size i = 0; i < n; i++) own[i] = (unsigned)i;
  // Runs of 16 by insertion, then merged.
  for (cuts_size from = 0; from < n; from += 16) {
    const cuts_size end = n - from > 16 ? from + 16 : n;
    for (cuts_size i = from + 1; i < end; i++) {
      const K key = keys[i], rank = cuts_rank(key, zeros); const unsigned at = own[i];
      cuts_size j = i;
      for (; j > from && cuts_rank(keys[j - 1], zeros) > rank; j--) { keys[j] = keys[j - 1]; own[j] = own[j - 1]; }
      keys[j] = key; own[j] = at;
    }
  }
  for (cuts_size run = 16; run < n; run *= 2) {
    for (cuts_size from = 0; from < n; from += 2 * run) {
      const cuts_size middle = n - from > run ? from + run : n, end = n - from > 2 * run ? from + 2 * run : n;
      cuts_size i = from, j = middle;
      for (cuts_size k = from; k < end; k++) {
        const bool isLeft = j >= end || (i < middle && cuts_rank(keys[i], zeros) <= cuts_rank(keys[j], zeros));
        const cuts_size at = isLeft ? i++ : j++;
        spareKeys[k] = keys[at]; spare[k] = own[at];
      }
    }
    for (cuts_size i = 0; i < n; i++) { keys[i] = spareKeys[i]; own[i] = spare[i]; }
  }
  if (index) for (cuts_size i = 0; i < n; i++) index[row * n + i] = own[i];
#else
  // Bitonic, one row a block; the index settles ties.
  __shared__ K all[1024];
  __shared__ unsigned at[1024];
  keys += (cuts_size)blockIdx.x * n;
  unsigned size = 2;
  while (size < n) size *= 2;
  for (unsigned i = threadIdx.x; i < size; i += blockDim.x) { all[i] = i < n ? keys[i] : ~(K)0; at[i] = i; }
  for (unsigned run = 2; run <= size; run *= 2)
    for (unsigned step = run / 2; step > 0; step /= 2) {
      __syncthreads();
      for (unsigned t = threadIdx.x; t < size / 2; t += blockDim.x) {
        const unsigned i = 2 * step * (t / step) + t % step, j = i + step;
        const bool isUp = (i & run) == 0;
        const K left = cuts_rank(all[i], zeros), right = cuts_rank(all[j], zeros);
        const bool isAfter = left > right || (left == right && at[i] > at[j]);
        if (isAfter == isUp) {
          const K key = all[i]; all[i] = all[j]; all[j] = key;
          const unsigned place = at[i]; at[i] = at[j]; at[j] = place;
        }
      }
    }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
    keys[i] = all[i];
    if (index) index[(cuts_size)blockIdx.x * n + i] = at[i];
  }
#endif
}
// Marks each key that is not the one before it.
template <class K, class M>
__global__ void unique_marks(M* marks, const K* sorted, cuts_size n) {
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) marks[i] = i == 0 || sorted[i] != sorted[i - 1];
}
// The marked keys side by side, and where they were. `ranks` are running totals of the marks.
template <class K>
__global__ void unique_compact(K* out, long long* starts, const K* sorted, const long long* ranks, cuts_size n) {
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || (i > 0 && ranks[i] == ranks[i - 1])) return;
  out[ranks[i] - 1] = sorted[i];
  starts[ranks[i] - 1] = (long long)i;
}
// Which of the unique values each element is, and where each value is first, in the order before sorting.
__global__ void unique_inverse(long long* inverse, long long* first, const unsigned* order, const long long* ranks,
    const long long* starts, cuts_size n, cuts_size count) {
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && inverse) inverse[order[i]] = ranks[i] - 1;
  if (i < count && first) first[i] = order[starts[i]];
}
