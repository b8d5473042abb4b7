// Between real numbers and half spectra of transforms that are too long for a block: what transform.cuh does in shared memory,
// from array to array. A block has a run of elements with one factor of large steps in common.
#pragma once
#include "transform.cuh"

template <class T, class X> CUTS_INLINE void cuts_fold_pair(int mode, X a, X b, X c, X d, X wr, X wi, X& re, X& im) {
  if (mode == 0) {
    const X or_ = b + d, oi = c - a;
    re = (a + c) + (or_ * wr - oi * wi); im = (b - d) + (or_ * wi + oi * wr);
  } else {
    const X dr = a - c, di = b + d;
    re = (a + c) - (di * wr - dr * wi); im = (b - d) + (dr * wr + di * wi);
  }
}
template <class T> CUTS_INLINE void cuts_fold_one(T* out, const T* in, const T* coarse, const T* fine, int mode, cuts_size k, cuts_size count, cuts_size h, cuts_size first, T scale) {
  if (mode == 2) {
    const cuts_size from = 2 * k < count ? k : count - k;
    out[2 * k] = in[2 * from] * scale;
    out[2 * k + 1] = (k == 0 || 2 * k == count ? (T)0 : 2 * k < count ? in[2 * from + 1] : -in[2 * from + 1]) * scale;
    return;
  }
  // The spectrum of pairs goes round; that of real numbers has both ends, without imaginary parts.
  const cuts_size one = mode == 0 && k == h ? 0 : k, other = mode == 0 && k == 0 ? 0 : h - k;
  const bool isEnd = mode == 1 && k == 0;
  const T hr = coarse[0], hi = coarse[1], lr = fine[2 * (k - first)], li = fine[2 * (k - first) + 1];
  T re, im;
  cuts_fold_pair<T, T>(mode, in[2 * one], isEnd ? (T)0 : in[2 * one + 1], in[2 * other], isEnd ? (T)0 : in[2 * other + 1],
      hr * lr - hi * li, hr * li + hi * lr, re, im);
  out[2 * k] = re * scale; out[2 * k + 1] = im * scale;
}
template <class T> CUTS_INLINE void cuts_fold(T* out, const T* in, const T* table, int bits, unsigned at_fine, int mode, cuts_size count, cuts_size h, T scale) {
  const cuts_size first = (cuts_size)blockIdx.x << bits, run = (cuts_size)1 << bits, end = count - first < run ? count : first + run;
  const T* coarse = table + 2 * blockIdx.x;
  const T* fine = table + at_fine;
#ifdef __CUTS_CPU__
  typedef CUTS_VECTOR V;
  typedef typename cuts_lanes<T>::U U;
  constexpr unsigned N = cuts_lanes<T>::count;
  cuts_size k = first;
  if (mode != 2) {
    if (k == 0) cuts_fold_one<T>(out, in, coarse, fine, mode, k++, count, h, first, scale);
    const T hr = coarse[0], hi = coarse[1];
    for (; k + N <= end && k + N <= h; k += N) {
      V a, b, c, d, lr, li, re, im, p, q;
      cuts_unzip((V)*(const U*)(in + 2 * k), (V)*(const U*)(in + 2 * k + N), a, b);
      const T* mirrored = in + 2 * (h - k - (N - 1));
      cuts_unzip((V)*(const U*)mirrored, (V)*(const U*)(mirrored + N), c, d);
      cuts_unzip((V)*(const U*)(fine + 2 * (k - first)), (V)*(const U*)(fine + 2 * (k - first) + N), lr, li);
      cuts_fold_pair<T, V>(mode, a, b, cuts_reverse(c), cuts_reverse(d), lr * hr - li * hi, li * hr + lr * hi, re, im);
      cuts_zip(re * scale, im * scale, p, q);
      *(U*)(out + 2 * k) = p; *(U*)(out + 2 * k + N) = q;
    }
  }
  for (; k < end; k++) cuts_fold_one<T>(out, in, coarse, fine, mode, k, count, h, first, scale);
#else
  for (cuts_size k = first + threadIdx.x; k < end; k += blockDim.x) cuts_fold_one<T>(out, in, coarse, fine, mode, k, count, h, first, scale);
#endif
}

// The modes are those of fold-kernel.ts. Rows are on the y axis of the grid, `out_row` and `in_row` numbers apart.
template <class T>
__global__ void fft_fold(T* out, const T* in, const T* table, int bits, unsigned at_fine, int mode, cuts_size count,
    cuts_size h, cuts_size out_row, cuts_size in_row, double scale) {
  cuts_fold<T>(out + blockIdx.y * out_row, in + blockIdx.y * in_row, table, bits, at_fine, mode, count, h, (T)scale);
}
