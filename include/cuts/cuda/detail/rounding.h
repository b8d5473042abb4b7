// Directed rounding without a rounding mode: round to nearest, learn on which side of the exact value that fell, step
// to the neighbour where the mode asks for it. `side` below is the sign of (exact value - nearest value).
#pragma once
#include "numeric_base.h"

struct cuts_rn {};
struct cuts_rz {};
struct cuts_ru {};
struct cuts_rd {};

// The neighbour above; NaN and +infinity stay.
CUTS_BOTH_FN float cuts_next_up(float x) {
  unsigned bits = cuts_bits(x);
  unsigned next = x > 0.0f ? bits + 1 : bits - 1;
  return x == 0.0f ? cuts_float(1) : x < CUTS_INF_F ? cuts_float(next) : x;
}
CUTS_BOTH_FN double cuts_next_up(double x) {
  unsigned long long bits = cuts_bits(x);
  unsigned long long next = x > 0.0 ? bits + 1 : bits - 1;
  return x == 0.0 ? cuts_double(1) : x < CUTS_INF ? cuts_double(next) : x;
}
template <class T> CUTS_BOTH T cuts_settle(cuts_rn, T nearest, double) { return nearest; }
template <class T> CUTS_BOTH T cuts_settle(cuts_ru, T nearest, double side) {
  return side > 0.0 ? cuts_next_up(nearest) : nearest;
}
template <class T> CUTS_BOTH T cuts_settle(cuts_rd, T nearest, double side) {
  return side < 0.0 ? -cuts_next_up(-nearest) : nearest;
}
template <class T> CUTS_BOTH T cuts_settle(cuts_rz mode, T nearest, double side) {
  return nearest > 0 ? cuts_settle(cuts_rd(), nearest, side) : nearest < 0 ? cuts_settle(cuts_ru(), nearest, side) : nearest;
}

// a + b = sum + error, exactly.
CUTS_BOTH_FN double cuts_sum_error(double a, double b, double sum) {
  CUTS_EXACT_FP
  double part = sum - a;
  return (a - (sum - part)) + (b - part);
}
// An exact zero sum is -0 when rounding down, unless both are +0.
template <class T> CUTS_BOTH T cuts_zero_sign(cuts_rd, T sum, T a, T b) {
  return sum == 0 && !(a == 0 && cuts_bits(a) == cuts_bits(b)) ? -T(0) : sum;
}
template <class Mode, class T> CUTS_BOTH T cuts_zero_sign(Mode, T sum, T, T) { return sum; }
