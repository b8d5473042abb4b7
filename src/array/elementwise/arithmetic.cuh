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
template <class T> CUTS_INLINE cuts_complex<T> cuts_reciprocal(cuts_complex<T> z) { return cuts_make((T)1, (T)0) / z; }
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
