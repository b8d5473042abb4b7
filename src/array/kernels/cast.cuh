// Floats as integers. A conversion that is undefined in C++ differs from device to device; these are the same on all. Values
// of an int are converted as such, because that vectorises; only what is beyond goes the long way.
#pragma once
#include "prelude.cuh"

template <class F> CUTS_INLINE long long cuts_to_int64(F x) {
  return x >= (F)9223372036854775808.0 ? 9223372036854775807ll : x < (F)-9223372036854775808.0 ? (-9223372036854775807ll - 1) : x != x ? 0ll : (long long)x;
}
template <class F> CUTS_INLINE int cuts_to_int32(F x) {
  return x >= (F)2147483648.0 ? 2147483647 : x < (F)-2147483648.0 ? (-2147483647 - 1) : x != x ? 0 : (int)x;
}
template <class F> CUTS_INLINE unsigned long long cuts_to_uint64(F x) {
  return x >= (F)9223372036854775808.0 ? (x >= (F)18446744073709551616.0 ? ~0ull : (unsigned long long)(long long)(x - (F)9223372036854775808.0) + 9223372036854775808ull) : (unsigned long long)cuts_to_int64(x);
}
