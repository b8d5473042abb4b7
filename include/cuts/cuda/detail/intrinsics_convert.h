// Conversions between numbers under each rounding mode. Float to integer saturates; NaN becomes 0 from float to 32 bits
// and else the highest bit alone, as on the GPU.
#pragma once
#include "intrinsics_round.h"

CUTS_BOTH_FN float cuts_whole(cuts_rn, float x) { return __builtin_rintf(x); }
CUTS_BOTH_FN float cuts_whole(cuts_rz, float x) { return __builtin_truncf(x); }
CUTS_BOTH_FN float cuts_whole(cuts_ru, float x) { return __builtin_ceilf(x); }
CUTS_BOTH_FN float cuts_whole(cuts_rd, float x) { return __builtin_floorf(x); }
CUTS_BOTH_FN double cuts_whole(cuts_rn, double x) { return __builtin_rint(x); }
CUTS_BOTH_FN double cuts_whole(cuts_rz, double x) { return __builtin_trunc(x); }
CUTS_BOTH_FN double cuts_whole(cuts_ru, double x) { return __builtin_ceil(x); }
CUTS_BOTH_FN double cuts_whole(cuts_rd, double x) { return __builtin_floor(x); }

// The bounds are powers of two, hence exact in either type.
template <class F> CUTS_BOTH int cuts_to_int(F x) {
  int missing = sizeof(F) == 8 ? -0x7fffffff - 1 : 0;
  return x >= F(0x1p31) ? 0x7fffffff : x >= F(-0x1p31) ? static_cast<int>(x) : x < 0 ? -0x7fffffff - 1 : missing;
}
template <class F> CUTS_BOTH unsigned cuts_to_uint(F x) {
  unsigned missing = sizeof(F) == 8 ? 0x80000000u : 0u;
  return x >= F(0x1p32) ? 0xffffffffu : x > 0 ? static_cast<unsigned>(x) : x == x ? 0u : missing;
}
template <class F> CUTS_BOTH long long cuts_to_ll(F x) {
  return x >= F(0x1p63) ? 0x7fffffffffffffffll : x >= F(-0x1p63) ? static_cast<long long>(x) : -0x7fffffffffffffffll - 1;
}
template <class F> CUTS_BOTH unsigned long long cuts_to_ull(F x) {
  return x >= F(0x1p64) ? ~0ull : x > 0 ? static_cast<unsigned long long>(x) : x == x ? 0ull : 0x8000000000000000ull;
}

// The sign of x - nearest, where nearest is x rounded: a whole number that may be one past the integer's range.
template <class I, class F> CUTS_BOTH double cuts_integer_side(I x, F nearest) {
  const double end = I(-1) < I(0) ? 0x1p63 : 0x1p64;
  if (nearest >= F(end)) return -1.0;
  I back = static_cast<I>(nearest);
  return x > back ? 1.0 : x < back ? -1.0 : 0.0;
}
template <class F, class Mode, class I> CUTS_BOTH F cuts_from_integer(Mode mode, I x) {
  F nearest = static_cast<F>(x);
  return cuts_settle(mode, nearest, cuts_integer_side(x, nearest));
}

#define CUTS_CONVERSIONS(mode)                                                                                   \
  CUTS_BOTH_FN int __float2int_##mode(float x) { return cuts_to_int(cuts_whole(cuts_##mode(), x)); }                  \
  CUTS_BOTH_FN unsigned __float2uint_##mode(float x) { return cuts_to_uint(cuts_whole(cuts_##mode(), x)); }           \
  CUTS_BOTH_FN long long __float2ll_##mode(float x) { return cuts_to_ll(cuts_whole(cuts_##mode(), x)); }              \
  CUTS_BOTH_FN unsigned long long __float2ull_##mode(float x) { return cuts_to_ull(cuts_whole(cuts_##mode(), x)); }   \
  CUTS_BOTH_FN int __double2int_##mode(double x) { return cuts_to_int(cuts_whole(cuts_##mode(), x)); }                \
  CUTS_BOTH_FN unsigned __double2uint_##mode(double x) { return cuts_to_uint(cuts_whole(cuts_##mode(), x)); }         \
  CUTS_BOTH_FN long long __double2ll_##mode(double x) { return cuts_to_ll(cuts_whole(cuts_##mode(), x)); }            \
  CUTS_BOTH_FN unsigned long long __double2ull_##mode(double x) { return cuts_to_ull(cuts_whole(cuts_##mode(), x)); } \
  CUTS_BOTH_FN float __double2float_##mode(double x) { return cuts_to_float(cuts_##mode(), x); }                      \
  CUTS_BOTH_FN float __int2float_##mode(int x) { return cuts_to_float(cuts_##mode(), x); }                            \
  CUTS_BOTH_FN float __uint2float_##mode(unsigned x) { return cuts_to_float(cuts_##mode(), x); }                      \
  CUTS_BOTH_FN float __ll2float_##mode(long long x) { return cuts_from_integer<float>(cuts_##mode(), x); }            \
  CUTS_BOTH_FN float __ull2float_##mode(unsigned long long x) { return cuts_from_integer<float>(cuts_##mode(), x); }  \
  CUTS_BOTH_FN double __ll2double_##mode(long long x) { return cuts_from_integer<double>(cuts_##mode(), x); }         \
  CUTS_BOTH_FN double __ull2double_##mode(unsigned long long x) { return cuts_from_integer<double>(cuts_##mode(), x); }
CUTS_CONVERSIONS(rn)
CUTS_CONVERSIONS(rz)
CUTS_CONVERSIONS(ru)
CUTS_CONVERSIONS(rd)
#undef CUTS_CONVERSIONS
CUTS_BOTH_FN double __int2double_rn(int x) { return x; }
CUTS_BOTH_FN double __uint2double_rn(unsigned x) { return x; }
