// fma, rounded once, though WebAssembly has no instruction for it: in float by way of double, in double by libm.
#pragma once
#include "numeric_base.h"

// a * b + c in double, rounded to odd: an inexact result has its last bit set, so that rounding it again to a shorter
// format gives what rounding the exact value would. a * b must be exact in double.
CUTS_BOTH double cuts_fma_odd(double a, double b, double c) {
  CUTS_EXACT_FP
  double product = a * b, sum = product + c;
  double part = sum - product;
  double error = (product - (sum - part)) + (c - part);
  unsigned long long bits = cuts_bits(sum);
  // Inexact and even: one step towards the exact value, to the odd neighbour. No step for NaN and infinity.
  bool inexact = error < 0.0 || error > 0.0;
  unsigned long long step = (error > 0.0) == (sum > 0.0) ? 1 : ~0ull;
  return cuts_double(bits + (inexact && !(bits & 1) ? step : 0));
}

// False: fmaf rounds once. A source that includes cuts_relaxed_fma.h makes it true.
template <int> inline constexpr bool cuts_fma_is_relaxed = false;

template <int Default = 0> CUTS_MATH float fmaf(float a, float b, float c) {
  if constexpr (cuts_fma_is_relaxed<Default>) return static_cast<float>(static_cast<double>(a) * b + c);
  else return static_cast<float>(cuts_fma_odd(a, b, c));
}
CUTS_FN double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
