// Softmax along rows: the largest element, the sum of exponentials and the quotients in one launch.
#pragma once
#include "row-exps.cuh"

#ifndef __CUTS_CPU__
// A row of which each thread has no more elements than fit into its registers: it is read and written once.
template <class S, class C> CUTS_INLINE void cuts_short_softmax(S* q, const S* p, cuts_size n, bool isMine, int isLog) {
  typedef cuts_by_max<S, C, C, C> largest;
  typedef cuts_by_sum<S, C, double, C> added;
  typedef cuts_reads<S> pack;
  const int width = pack::count, most = 4 * width;
  const bool isWhole = (((unsigned long long)p | (unsigned long long)q) & 15) == 0 && n % width == 0;
  C x[most];
  _Pragma("unroll") for (int k = 0; k < 4; k++) {
    const cuts_size at = (k * blockDim.x + threadIdx.x) * width;
    pack read = {};
    const bool isThere = isWhole && isMine && at < n;
    if (isThere) read = *(const pack*)(p + at);
    _Pragma("unroll") for (int j = 0; j < width; j++) x[k * width + j] = isThere ? cuts_load(read.v[j]) : largest::zero();
  }
  if (!isWhole && isMine) {
    _Pragma("unroll") for (int k = 0; k < most; k++) {
      const cuts_size at = k * blockDim.x + threadIdx.x;
      if (at < n) x[k] = cuts_load(p[at]);
    }
  }
  C tops[4] = {x[0], x[1], x[2], x[3]};
  _Pragma("unroll") for (int k = 4; k < most; k++) tops[k % 4] = cuts_larger(tops[k % 4], x[k]);
  const C top = cuts_block_total<largest>(cuts_larger(cuts_larger(tops[0], tops[1]), cuts_larger(tops[2], tops[3])));
  C sums[4] = {};
  // What is not there is far below the top: it adds nothing, unless there is nothing but -infinity, which is NaN anyway.
  _Pragma("unroll") for (int k = 0; k < most; k++) {
    const C raised = exp(x[k] - top);
    sums[k % 4] += raised;
    if (!isLog) x[k] = raised;
  }
  const double sum = cuts_block_total<added>((double)((sums[0] + sums[1]) + (sums[2] + sums[3])));
  const C shift = isLog ? (C)log(sum) : C{}, scale = isLog ? C{} : (C)(1 / sum);
  _Pragma("unroll") for (int k = 0; k < most; k++) x[k] = isLog ? (x[k] - top) - shift : x[k] * scale;
  if (!isMine) return;
  if (isWhole) {
    _Pragma("unroll") for (int k = 0; k < 4; k++) {
      const cuts_size at = (k * blockDim.x + threadIdx.x) * width;
      pack made;
      _Pragma("unroll") for (int j = 0; j < width; j++) made.v[j] = cuts_store<S>(x[k * width + j]);
      if (at < n) *(pack*)(q + at) = made;
    }
  } else {
    _Pragma("unroll") for (int k = 0; k < most; k++) {
      const cuts_size at = k * blockDim.x + threadIdx.x;
      if (at < n) q[at] = cuts_store<S>(x[k]);
    }
  }
}
#endif

template <class S, class C>
__global__ void CUTS_TEAM softmax(S* out, const S* in, cuts_size n, cuts_size rows, int isLog) {
  typedef cuts_by_max<S, C, C, C> largest;
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y;
  const bool isMine = row < rows;
  const S* p = in + row * n;
  S* q = out + row * n;
#ifndef __CUTS_CPU__
  if (n * sizeof(S) <= 64 * blockDim.x) {
    cuts_short_softmax<S, C>(q, p, n, isMine, isLog);
    return;
  }
#endif
  C top = largest::start();
  if (isMine) top = cuts_reduce_span<largest>(p, n, C{});
  top = cuts_block_total<largest>(top);
#ifdef __CUTS_CPU__
  if (sizeof(S) >= 4 && isMine && !isLog) {
    const C scale = (C)(1 / cuts_row_exps<true>(q, p, n, top));
    for (cuts_size i = 0; i < n; i++) q[i] = cuts_store<S>(cuts_load(q[i]) * scale);
    return;
  }
  const double sum = isMine ? cuts_unraised(cuts_row_exps<false>(q, p, n, top), S{}) : 0;
#else
  typedef cuts_by_softmax<S, C> exponentials;
  double sum = 0;
  if (isMine) sum = cuts_reduce_span<exponentials>(p, n, top);
  sum = cuts_block_total<exponentials>(sum);
#endif
  if (!isMine) return;
  if (isLog) {
    const C shift = (C)log(sum);
    for (cuts_size i = CUTS_TX; i < n; i += CUTS_BX) q[i] = cuts_store<S>((cuts_load(p[i]) - top) - shift);
  } else {
    const C scale = (C)(1 / sum);
    for (cuts_size i = CUTS_TX; i < n; i += CUTS_BX) q[i] = cuts_store<S>(exp(cuts_load(p[i]) - top) * scale);
  }
}
