// Counting: histograms over equal bins and counts of small integers. Counts go to one of several copies, which are added up
// after: on the cpu each block has a copy of its own, on a GPU blocks share them by atomics.
#pragma once
#include "../kernels/prelude.cuh"

#ifdef __CUTS_CPU__
template <class T> CUTS_INLINE void cuts_count(T* at, T amount) { *at += amount; }
#else
template <class T> CUTS_INLINE void cuts_count(T* at, T amount) { atomicAdd(at, amount); }
#endif
// The range of a block's elements; its copy of the counts is `counts + copy * bins`.
#define CUTS_SHARE(i, n, chunk) for (cuts_size i = blockIdx.x * (chunk) + threadIdx.x; i < (n) && i < (blockIdx.x + 1) * (chunk); i += blockDim.x)

// Edges as NumPy's linspace makes them; a range of no width gets one. Where there is a report, bounds must be finite.
__global__ void histogram_edges(double* edges, const double* low, const double* high, cuts_size bins, long long* report) {
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  double from = *low, to = *high;
  if (report && i == 0 && !(from - from == 0 && to - to == 0)) {
    report[1] = __double_as_longlong(from);
    report[2] = __double_as_longlong(to);
    report[0] = 1;
  }
  if (from == to) { from -= 0.5; to += 0.5; }
  if (i <= bins) edges[i] = i == bins ? to : (double)i * ((to - from) / (double)bins) + from;
}
__global__ void histogram(double* counts, const double* x, const double* weights, const double* edges, cuts_size n,
    cuts_size chunk, cuts_size bins, cuts_size copies) {
  counts += blockIdx.x % copies * bins;
  const double from = edges[0], to = edges[bins], scale = (double)bins / (to - from);
  CUTS_SHARE(i, n, chunk) {
    const double own = x[i];
    if (!(own >= from && own <= to)) continue;
    const double place = (own - from) * scale;
    cuts_size bin = place >= (double)bins ? bins - 1 : (cuts_size)place;
    if (own < edges[bin] && bin > 0) bin--;
    else if (own >= edges[bin + 1] && bin != bins - 1) bin++;
    cuts_count(counts + bin, weights ? weights[i] : 1.0);
  }
}
__global__ void bincount(double* counts, const long long* x, const double* weights, cuts_size n, cuts_size chunk,
    cuts_size bins, cuts_size copies) {
  counts += blockIdx.x % copies * bins;
  CUTS_SHARE(i, n, chunk) {
    const unsigned long long bin = (unsigned long long)x[i];
    if (bin < bins) cuts_count(counts + bin, weights ? weights[i] : 1.0);
  }
}
// A value between two neighbours of sorted rows. NaN are last: where the last is NaN, the result is.
template <class T>
__global__ void quantile(T* out, const T* sorted, cuts_size n, cuts_size rows, cuts_size low, double part) {
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const T* own = sorted + row * n;
  const T a = own[low], b = own[low + 1 < n ? low + 1 : n - 1], last = own[n - 1];
  const double d = (double)b - (double)a;
  const double between = part == 0 ? (double)a : part == 1 ? (double)b : part >= 0.5 ? (double)b - d * (1 - part) : (double)a + d * part;
  out[row] = last != last ? last : (T)between;
}
