// Keys of elements: unsigned integers whose order is that of the elements (NaN last), and elements of keys.
#pragma once
#include "../kernels/prelude.cuh"

// How keys are made: bit 0 for descending order, bit 1 where zeros of both signs are equal. Floats are ordered as their
// bits, negative ones reversed; all NaN become the highest key, also in descending order.
CUTS_INLINE unsigned cuts_float_key(float x) { unsigned bits = __float_as_uint(x); return bits & 0x80000000u ? ~bits : bits | 0x80000000u; }
CUTS_INLINE unsigned long long cuts_float_key(double x) {
  unsigned long long bits = (unsigned long long)__double_as_longlong(x);
  return bits >> 63 ? ~bits : bits | 1ull << 63;
}
CUTS_INLINE unsigned cuts_key_of(int x, int how) { unsigned key = (unsigned)x ^ 0x80000000u; return how & 1 ? ~key : key; }
CUTS_INLINE unsigned cuts_key_of(unsigned x, int how) { return how & 1 ? ~x : x; }
CUTS_INLINE unsigned long long cuts_key_of(long long x, int how) { unsigned long long key = (unsigned long long)x ^ 1ull << 63; return how & 1 ? ~key : key; }
CUTS_INLINE unsigned long long cuts_key_of(unsigned long long x, int how) { return how & 1 ? ~x : x; }
template <class F> CUTS_INLINE auto cuts_any_float_key(F x, int how) -> decltype(cuts_float_key(x)) {
  typedef decltype(cuts_float_key(x)) key_type;
  key_type key = cuts_float_key(x == 0 && how & 2 ? (F)0 : x);
  return x != x ? ~(key_type)0 : how & 1 ? ~key : key;
}
CUTS_INLINE unsigned cuts_key_of(float x, int how) { return cuts_any_float_key(x, how); }
CUTS_INLINE unsigned long long cuts_key_of(double x, int how) { return cuts_any_float_key(x, how); }
// Complex numbers have two keys: real parts first, then imaginary ones. After all others are those with NaN: in the imaginary
// part, in the real one, in both, each by the other part as NumPy has it; or, with bit 2 of `how`, all NaN are equal.
template <class T> CUTS_INLINE auto cuts_high_key(cuts_complex<T> z, int how) -> decltype(cuts_float_key(z.re)) {
  typedef decltype(cuts_float_key(z.re)) key_type;
  const bool isRealNan = z.re != z.re, isImagNan = z.im != z.im;
  if (isRealNan) return ~(key_type)(isImagNan || how & 4 ? 0 : 1);
  return isImagNan ? ~(key_type)(how & 4 ? 0 : 2) : cuts_any_float_key(z.re, how);
}
template <class T> CUTS_INLINE auto cuts_low_key(cuts_complex<T> z, int how) -> decltype(cuts_float_key(z.im)) {
  typedef decltype(cuts_float_key(z.im)) key_type;
  const bool isImagNan = z.im != z.im;
  if (how & 4 && (isImagNan || z.re != z.re)) return ~(key_type)0;
  return cuts_any_float_key(isImagNan ? z.re : z.im, how);
}

CUTS_INLINE void cuts_value_of(unsigned key, int how, int& x) { x = (int)((how & 1 ? ~key : key) ^ 0x80000000u); }
CUTS_INLINE void cuts_value_of(unsigned key, int how, unsigned& x) { x = how & 1 ? ~key : key; }
CUTS_INLINE void cuts_value_of(unsigned long long key, int how, long long& x) { x = (long long)((how & 1 ? ~key : key) ^ 1ull << 63); }
CUTS_INLINE void cuts_value_of(unsigned long long key, int how, unsigned long long& x) { x = how & 1 ? ~key : key; }
CUTS_INLINE void cuts_value_of(unsigned key, int how, float& x) {
  unsigned own = how & 1 ? ~key : key;
  x = key == ~0u ? __uint_as_float(0x7fc00000u) : __uint_as_float(own >> 31 ? own & 0x7fffffffu : ~own);
}
CUTS_INLINE void cuts_value_of(unsigned long long key, int how, double& x) {
  unsigned long long own = how & 1 ? ~key : key;
  x = __longlong_as_double((long long)(key == ~0ull ? 0x7ff8000000000000ull : own >> 63 ? own & ~(1ull << 63) : ~own));
}
