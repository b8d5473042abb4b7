// Bits of one type read as another, and the halves of a double.
#pragma once
#include "numeric_base.h"

CUTS_BOTH_FN int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
CUTS_BOTH_FN unsigned __float_as_uint(float x) { return cuts_bits(x); }
CUTS_BOTH_FN float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
CUTS_BOTH_FN float __uint_as_float(unsigned x) { return cuts_float(x); }
CUTS_BOTH_FN long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
CUTS_BOTH_FN double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
CUTS_BOTH_FN int __double2hiint(double x) { return static_cast<int>(cuts_bits(x) >> 32); }
CUTS_BOTH_FN int __double2loint(double x) { return static_cast<int>(cuts_bits(x)); }
CUTS_BOTH_FN double __hiloint2double(int high, int low) {
  return cuts_double(static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 | static_cast<unsigned>(low));
}
