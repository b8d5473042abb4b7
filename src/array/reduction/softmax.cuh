// Softmax along rows: the largest element, the sum of exponentials and the quotients in one launch.
#pragma once
#include "row-exps.cuh"

template <class S, class C>
__global__ void softmax(S* out, const S* in, cuts_size n, cuts_size rows, int isLog) {
  typedef cuts_by_max<S, C, C, C> largest;
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y;
  const bool isMine = row < rows;
  const S* p = in + row * n;
  S* q = out + row * n;
  C top = largest::start();
  if (isMine) top = cuts_reduce_span<largest>(p, n, C{});
  top = cuts_block_total<largest, false>(top);
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
  sum = cuts_block_total<exponentials, false>(sum);
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
