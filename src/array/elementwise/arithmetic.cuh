// Sums, products, quotients: integers wrap, divide and leave remainders as NumPy's do.
#pragma once
#include "wrap.cuh"

template <class T> CUTS_INLINE T cuts_floor_divide(T a, T b) {
  if (b == 0) return 0;
  if (b == (T)-1 && (T)-1 < (T)0) return (T)(0 - cuts_wrap(a));
  T q = a / b;
  return (T)(a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q);
}
template <class T> CUTS_INLINE T cuts_remainder(T a, T b) {
  if (b == 0 || (b == (T)-1 && (T)-1 < (T)0)) return 0;
  T r = a % b;
  return (T)(r != 0 && (r < 0) != (b < 0) ? r + b : r);
}
// 1 of infinities, 0 of what is finite, with the sign.
template <class T> CUTS_INLINE T cuts_unit(T part) { return copysign(part == part && part - part != 0 ? (T)1 : (T)0, part); }
// Quotients of complex numbers as NumPy has them, also where its algorithm overflows on the way; where one of infinities would be NaN, as
// C99's annex G has it.
template <class T> CUTS_INLINE cuts_complex<T> cuts_quotient(cuts_complex<T> a, cuts_complex<T> b) {
  const T re_size = fabs(b.re), im_size = fabs(b.im), size = re_size > im_size ? re_size : im_size;
  if (size == 0 && re_size == im_size) return cuts_make(a.re / size, a.im / size);
  const T large = size * 16, small = 1 / size;
  const bool isFinite = a.re - a.re == 0 && a.im - a.im == 0, isBelowFinite = b.re - b.re == 0 && b.im - b.im == 0;
  if (isBelowFinite && (large - large != 0 || small - small != 0)) {
    const T factor = size > 1 ? (T)0.03125 : (T)18014398509481984.0;
    return cuts_make(a.re * factor, a.im * factor) / cuts_make(b.re * factor, b.im * factor);
  }
  const cuts_complex<T> q = a / b;
  if (q.re == q.re || q.im == q.im) return q;
  const T infinity = (T)1 / (T)0;
  if (isBelowFinite && (cuts_unit(a.re) != 0 || cuts_unit(a.im) != 0)) {
    T re = cuts_unit(a.re), im = cuts_unit(a.im);
    return cuts_make(infinity * (re * b.re + im * b.im), infinity * (im * b.re - re * b.im));
  }
  if (isFinite && (cuts_unit(b.re) != 0 || cuts_unit(b.im) != 0)) {
    T re = cuts_unit(b.re), im = cuts_unit(b.im);
    return cuts_make((T)0 * (a.re * re + a.im * im), (T)0 * (a.im * re - a.re * im));
  }
  return q;
}
// 1 / 0 is NaN, as NumPy has it.
template <class T> CUTS_INLINE cuts_complex<T> cuts_reciprocal(cuts_complex<T> z) {
  if (z.re == 0 && z.im == 0) return cuts_make(z.re / z.re, z.re / z.re);
  return cuts_quotient(cuts_make((T)1, (T)0), z);
}
template <class F> CUTS_INLINE F cuts_float_remainder(F a, F b) {
  F r = fmod(a, b);
  if (b == 0) return r;
  return r != 0 ? ((b < 0) != (r < 0) ? r + b : r) : copysign((F)0, b);
}
template <class F> CUTS_INLINE F cuts_float_floor_divide(F a, F b) {
  if (b == 0) return a / b;
  F r = fmod(a, b), q = (a - r) / b;
  if (r != 0 && (b < 0) != (r < 0)) q -= 1;
  if (q == 0) return copysign((F)0, a / b);
  F whole = floor(q);
  return q - whole > (F)0.5 ? whole + 1 : whole;
}
