// Finds where the smallest or largest element of a row is: the first of equal ones, or the first NaN. The same kernel finds
// it among parts of a row, whose indices it is handed.
#pragma once
#include "reduce.cuh"

template <class T, bool isMax> CUTS_INLINE bool cuts_is_better(T a, T b) { return b == b && (a != a || (isMax ? a > b : a < b)); }

#ifndef __CUTS_CPU__
// The better of two, the first of equal ones.
template <class T, bool isMax> struct cuts_by_place {
  struct total { T best; cuts_size at; };
  static __device__ __forceinline__ total add(total a, total b) {
    const bool isFirst = !cuts_is_better<T, isMax>(a.best, b.best) && b.at < a.at;
    return cuts_is_better<T, isMax>(b.best, a.best) || isFirst ? b : a;
  }
};
// That of n elements side by side, or of this thread's share of them; a thread without one has the first.
template <class T, bool isMax> CUTS_INLINE typename cuts_by_place<T, isMax>::total cuts_best_of_span(const T* p, cuts_size n) {
  typedef cuts_by_place<T, isMax> better;
  typedef cuts_reads<T> pack;
  const int width = pack::count;
  typename better::total found = {p[0], 0};
  cuts_size done = 0;
  if (((unsigned long long)p & 15) == 0 && n >= width) {
    const cuts_size packs = n / width, first = threadIdx.x < packs ? threadIdx.x : 0;
    done = packs * width;
    const pack start = ((const pack*)p)[first];
    cuts_size at[width];
    T best[width];
    _Pragma("unroll") for (int j = 0; j < width; j++) { best[j] = start.v[j]; at[j] = first; }
    cuts_size i = first + blockDim.x;
    for (; i + 3 * blockDim.x < packs; i += 4 * blockDim.x) {
      pack x[4];
      _Pragma("unroll") for (int k = 0; k < 4; k++) x[k] = ((const pack*)p)[i + k * blockDim.x];
      _Pragma("unroll") for (int k = 0; k < 4; k++)
        _Pragma("unroll") for (int j = 0; j < width; j++)
          if (cuts_is_better<T, isMax>(x[k].v[j], best[j])) { best[j] = x[k].v[j]; at[j] = i + k * blockDim.x; }
    }
    for (; i < packs; i += blockDim.x) {
      const pack x = ((const pack*)p)[i];
      _Pragma("unroll") for (int j = 0; j < width; j++)
        if (cuts_is_better<T, isMax>(x.v[j], best[j])) { best[j] = x.v[j]; at[j] = i; }
    }
    _Pragma("unroll") for (int j = 0; j < width; j++) found = better::add(found, {best[j], at[j] * width + j});
  }
  _Pragma("unroll 4")
  for (cuts_size i = done + threadIdx.x; i < n; i += blockDim.x) {
    const T x = p[i];
    if (cuts_is_better<T, isMax>(x, found.best)) found = {x, i};
  }
  return found;
}
#endif

// Blocks along y take a part of `chunk` elements each; with `done` the last one finds the best of all parts, whose places are
// kept in `places`.
template <class T, bool isMax>
__global__ void CUTS_TEAM arg(long long* out, T* values, long long* places, const T* in, const long long* indices,
    unsigned* done, cuts_size n, cuts_size chunk, cuts_size rows) {
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
  typedef cuts_by_place<T, isMax> better;
  typename better::total found = {};
  if (row < rows) found = cuts_best_of_span<T, isMax>(p, count);
  found = cuts_block_total<better>(found);
  best = found.best; at = found.at;
  const bool isOwn = row < rows && threadIdx.x == 0;
  if (gridDim.y > 1 && done) {
    // The last block of a row finds the best of what all have found.
    if (isOwn) { values[row * gridDim.y + blockIdx.y] = best; places[row * gridDim.y + blockIdx.y] = from + at; }
    if (!cuts_is_last(done + blockIdx.x)) return;
    if (row < rows) {
      const T* const bests = values + row * gridDim.y;
      const long long* const ats = places + row * gridDim.y;
      unsigned part = threadIdx.x < gridDim.y ? threadIdx.x : 0;
      for (found = {cuts_written(bests + part), (cuts_size)cuts_written(ats + part)}; part < gridDim.y; part += blockDim.x)
        found = better::add(found, {cuts_written(bests + part), (cuts_size)cuts_written(ats + part)});
    }
    found = cuts_block_total<better>(found);
    if (isOwn) out[row] = found.at;
    return;
  }
  if (!isOwn) return;
#endif
  const cuts_size slot = row * gridDim.y + blockIdx.y;
  out[slot] = indices ? indices[row * n + from + at] : (long long)(from + at);
  if (gridDim.y > 1) values[slot] = best;
}
