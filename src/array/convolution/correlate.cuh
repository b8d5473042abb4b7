// Sums of products along a vector, out[i] = Σ w[j] a[i + first + j], with zeros around `a`. On the cpu a thread has runs of 16
// neighbouring results in registers, and a block `each` results; on a GPU a thread has one.
#pragma once
#include "../kernels/prelude.cuh"

#define CUTS_RESULTS 16
// The sum of products that are inside.
template <class T> CUTS_INLINE T cuts_correlate_one(const T* a, const T* w, cuts_stride at, cuts_stride n, cuts_stride m) {
  const cuts_stride from = at < 0 ? -at : 0, end = n - at < m ? n - at : m;
  T sum = T{};
  for (cuts_stride j = from; j < end; j++) sum = sum + w[j] * a[at + j];
  return sum;
}
template <class T> CUTS_INLINE void cuts_correlate_run(T* out, const T* a, const T* w, cuts_stride m) {
  T sums[CUTS_RESULTS];
  _Pragma("unroll") for (int k = 0; k < CUTS_RESULTS; k++) sums[k] = 0;
  for (cuts_stride j = 0; j < m; j++) {
    const T own = w[j];
    _Pragma("unroll") for (int k = 0; k < CUTS_RESULTS; k++) sums[k] += own * a[j + k];
  }
  _Pragma("unroll") for (int k = 0; k < CUTS_RESULTS; k++) out[k] = sums[k];
}
template <class T> CUTS_INLINE void cuts_correlate_run(cuts_complex<T>* out, const cuts_complex<T>* a, const cuts_complex<T>* w, cuts_stride m) {
  T re[CUTS_RESULTS / 2], im[CUTS_RESULTS / 2];
  for (int part = 0; part < CUTS_RESULTS; part += CUTS_RESULTS / 2) {
    _Pragma("unroll") for (int k = 0; k < CUTS_RESULTS / 2; k++) { re[k] = 0; im[k] = 0; }
    for (cuts_stride j = 0; j < m; j++) {
      const T wr = w[j].re, wi = w[j].im;
      _Pragma("unroll") for (int k = 0; k < CUTS_RESULTS / 2; k++) {
        const cuts_complex<T> x = a[part + j + k];
        re[k] += wr * x.re - wi * x.im; im[k] += wr * x.im + wi * x.re;
      }
    }
    _Pragma("unroll") for (int k = 0; k < CUTS_RESULTS / 2; k++) out[part + k] = cuts_make(re[k], im[k]);
  }
}
template <class T>
__global__ void correlate(T* out, const T* a, const T* w, cuts_stride n, cuts_stride m, cuts_stride first, cuts_stride count, cuts_stride each) {
#ifdef __CUTS_CPU__
  cuts_stride i = (cuts_stride)blockIdx.x * each;
  const cuts_stride end = count - i < each ? count : i + each;
  while (i < end) {
    const cuts_stride at = i + first;
    if (at >= 0 && at + m + CUTS_RESULTS - 1 <= n && i + CUTS_RESULTS <= end) { cuts_correlate_run(out + i, a + at, w, m); i += CUTS_RESULTS; }
    else { out[i] = cuts_correlate_one<T>(a, w, at, n, m); i++; }
  }
#else
  const cuts_stride i = (cuts_stride)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = cuts_correlate_one<T>(a, w, i + first, n, m);
#endif
}
