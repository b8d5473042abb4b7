// Equality up to tolerances.
#pragma once
#include "../kernels/prelude.cuh"

template <class F> CUTS_INLINE F cuts_magnitude(F x) { return fabs(x); }
template <class T> CUTS_INLINE T cuts_magnitude(cuts_complex<T> x) { return hypot(x.re, x.im); }
template <class F> CUTS_INLINE bool cuts_all_finite(F x) { return x - x == 0; }
template <class T> CUTS_INLINE bool cuts_all_finite(cuts_complex<T> x) { return x.re - x.re == 0 && x.im - x.im == 0; }
template <class V, class F> CUTS_INLINE bool cuts_is_close(V a, V b, F rtol, F atol, int equal_nan) {
  if (a == b) return true;
  if (a != a && b != b) return equal_nan != 0;
  return cuts_all_finite(b) && cuts_magnitude(a - b) <= atol + rtol * cuts_magnitude(b);
}
