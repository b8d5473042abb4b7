// Finds where the smallest or largest element of a row is: the first of equal ones, or the first NaN. The same kernel finds
// it among parts of a row, whose indices it is handed.
#pragma once
#include "reduce.cuh"

template <class T, bool isMax> CUTS_INLINE bool cuts_is_better(T a, T b) { return b == b && (a != a || (isMax ? a > b : a < b)); }
template <class T, bool isMax>
__global__ void arg(long long* out, T* values, const T* in, const long long* indices,
    cuts_size n, cuts_size chunk, cuts_size rows) {
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y, from = blockIdx.y * chunk;
  const cuts_size count = n - from < chunk ? n - from : chunk;
  const T* p = in + row * n + from;
  T best = T{};
  cuts_size at = 0;
#ifdef __CUTS_CPU__
  if (row >= rows) return;
  best = p[0];
  // The best of a stretch is found in vectors; only when it is better than all before, its place is looked for.
  for (cuts_size start = 0; start < count && best == best; start += 1024) {
    const cuts_size end = count - start > 1024 ? start + 1024 : count;
    T found = best;
    cuts_size i = start;
    T lanes[16];
    _Pragma("unroll") for (int j = 0; j < 16; j++) lanes[j] = best;
    for (; i + 16 <= end; i += 16)
      _Pragma("unroll") for (int j = 0; j < 16; j++) lanes[j] = isMax ? cuts_larger(lanes[j], p[i + j]) : cuts_smaller(lanes[j], p[i + j]);
    for (; i < end; i++) found = isMax ? cuts_larger(found, p[i]) : cuts_smaller(found, p[i]);
    _Pragma("unroll") for (int j = 0; j < 16; j++) found = isMax ? cuts_larger(found, lanes[j]) : cuts_smaller(found, lanes[j]);
    if (!cuts_is_better<T, isMax>(found, best)) continue;
    for (at = start; found == found ? p[at] != found : p[at] == p[at]; at++) {}
    best = found;
  }
#else
  __shared__ T bests[256];
  __shared__ cuts_size places[256];
  const unsigned own = threadIdx.y * blockDim.x + threadIdx.x;
  if (row < rows) {
    at = threadIdx.x < count ? threadIdx.x : 0;
    best = p[at];
    _Pragma("unroll 4")
    for (cuts_size i = at + blockDim.x; i < count; i += blockDim.x) {
      const T x = p[i];
      if (cuts_is_better<T, isMax>(x, best)) { best = x; at = i; }
    }
  }
  bests[own] = best; places[own] = at;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      const T other = bests[own + half];
      const cuts_size place = places[own + half];
      if (cuts_is_better<T, isMax>(other, best) || (!cuts_is_better<T, isMax>(best, other) && place < at)) { best = other; at = place; }
      bests[own] = best; places[own] = at;
    }
  }
  if (row >= rows || threadIdx.x != 0) return;
#endif
  const cuts_size slot = row * gridDim.y + blockIdx.y;
  out[slot] = indices ? indices[row * n + from + at] : (long long)(from + at);
  if (gridDim.y > 1) values[slot] = best;
}
