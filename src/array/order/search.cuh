// How many elements of a sorted vector are before each value: less than it, or not greater. Elements are compared by their keys:
// NaN are after all others, zeros of both signs are equal.
#pragma once
#include "keys.cuh"

template <class V, class K>
__global__ void search(long long* out, const V* sorted, const V* values, cuts_size n, cuts_size count, int isRight) {
  CUTS_EACH(i, count,
    const K value = cuts_key_of(values[i], 2);
    cuts_size low = 0, size = n;
    while (size > 0) {
      const cuts_size half = size / 2, middle = low + half;
      const K key = cuts_key_of(sorted[middle], 2);
      const bool isBefore = isRight ? key <= value : key < value;
      low = isBefore ? middle + 1 : low;
      size = isBefore ? size - half - 1 : half;
    }
    out[i] = (long long)low;)
}
// The same for many values in a long vector, by teams: the vector is cut into pieces of `step` elements, PIECES of them at most,
// whose first keys a block has in shared memory. The search begins there, where it costs least, and goes on in one piece. A
// thread has EACH values, whose reads are under way together.
template <class V, class K, int PIECES, int EACH>
__global__ void search_pieces(long long* out, const V* sorted, const V* values, cuts_size n, cuts_size count, cuts_size step, int isRight) {
  __shared__ K firsts[PIECES];
  const unsigned pieces = (unsigned)((n - 1) / step + 1);
  for (unsigned p = threadIdx.x; p < pieces; p += blockDim.x) firsts[p] = cuts_key_of(sorted[p * step], 2);
  __syncthreads();
  K value[EACH];
  cuts_size low[EACH];
  unsigned piece[EACH];
  _Pragma("unroll") for (int k = 0; k < EACH; k++) {
    const cuts_size i = CUTS_X_OF(EACH, k);
    value[k] = i < count ? cuts_key_of(values[i], 2) : 0;
    piece[k] = 0;
  }
  #define CUTS_IS_BEFORE(key, k) (isRight ? (key) <= value[k] : (key) < value[k])
  // The last piece whose first element is before the value.
  _Pragma("unroll") for (unsigned bit = PIECES / 2; bit > 0; bit /= 2)
    _Pragma("unroll") for (int k = 0; k < EACH; k++) {
      const unsigned next = piece[k] + bit;
      if (next < pieces && CUTS_IS_BEFORE(firsts[next], k)) piece[k] = next;
    }
  // The last element of it that is.
  _Pragma("unroll") for (int k = 0; k < EACH; k++) low[k] = piece[k] * step;
  for (cuts_size left = step; left > 1; left = (left + 1) / 2)
    _Pragma("unroll") for (int k = 0; k < EACH; k++) {
      const cuts_size middle = low[k] + left / 2;
      if (middle < n && CUTS_IS_BEFORE(cuts_key_of(sorted[middle], 2), k)) low[k] = middle;
    }
  _Pragma("unroll") for (int k = 0; k < EACH; k++) {
    const cuts_size i = CUTS_X_OF(EACH, k);
    if (i < count) out[i] = (long long)low[k] + CUTS_IS_BEFORE(cuts_key_of(sorted[low[k]], 2), k);
  }
  #undef CUTS_IS_BEFORE
}
