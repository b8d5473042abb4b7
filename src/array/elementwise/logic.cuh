// Logic and bits.
#pragma once
#include "../kernels/prelude.cuh"

template <class T> CUTS_INLINE bool cuts_true(T x) { return x != 0; }
template <class T> CUTS_INLINE bool cuts_true(cuts_complex<T> x) { return x.re != 0 || x.im != 0; }
template <class T> CUTS_INLINE T cuts_shift_left(T a, T b) { return (unsigned long long)b < 8 * sizeof(T) ? (T)((unsigned long long)a << b) : (T)0; }
template <class T> CUTS_INLINE T cuts_shift_right(T a, T b) { return (unsigned long long)b < 8 * sizeof(T) ? (T)(a >> b) : (T)(a < 0 ? -1 : 0); }
