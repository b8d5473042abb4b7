// __fadd_rz and its kin: arithmetic in float and double under each of the four rounding modes, exact in all cases.
// The _rn forms are plain operators that no compiler option may fuse or reorder.
#pragma once
#include "fused.h"
#include "rounding.h"

// The float on the right side of value + error; error is smaller than any gap between doubles at value.
template <class Mode> CUTS_MATH float cuts_to_float(Mode mode, double value, double error = 0.0) {
  float nearest = static_cast<float>(value);
  return cuts_settle(mode, nearest, value == nearest ? error : value - nearest);
}
// Overflow to infinity from finite operands is a step too far up.
CUTS_FN double cuts_side(double nearest, double side, bool finite) {
  return finite && __builtin_fabs(nearest) == CUTS_INF ? -nearest : side;
}
CUTS_FN bool cuts_finite(double x) { return __builtin_fabs(x) < CUTS_INF; }

template <class Mode> CUTS_MATH float cuts_fadd(Mode mode, float a, float b) {
  double sum = static_cast<double>(a) + b;
  return cuts_zero_sign(mode, cuts_to_float(mode, sum, cuts_sum_error(a, b, sum)), a, b);
}
template <class Mode> CUTS_MATH float cuts_fmul(Mode mode, float a, float b) {
  return cuts_to_float(mode, static_cast<double>(a) * b);
}
template <class Mode> CUTS_MATH float cuts_fmaf(Mode mode, float a, float b, float c) {
  double product = static_cast<double>(a) * b, sum = product + c;
  float result = cuts_to_float(mode, sum, cuts_sum_error(product, c, sum));
  return sum == 0.0 ? static_cast<float>(cuts_zero_sign(mode, sum, product, static_cast<double>(c))) : result;
}
template <class Mode> CUTS_MATH float cuts_fdiv(Mode mode, float a, float b) {
  float nearest = a / b;
  double rest = static_cast<double>(a) - static_cast<double>(nearest) * b;
  return cuts_settle(mode, nearest, b < 0.0f ? -rest : rest);
}
template <class Mode> CUTS_MATH float cuts_fsqrt(Mode mode, float x) {
  float nearest = __builtin_sqrtf(x);
  return cuts_settle(mode, nearest, static_cast<double>(x) - static_cast<double>(nearest) * nearest);
}

template <class Mode> CUTS_MATH double cuts_dadd(Mode mode, double a, double b) {
  double sum = a + b;
  double side = cuts_side(sum, cuts_sum_error(a, b, sum), cuts_finite(a) && cuts_finite(b));
  return cuts_zero_sign(mode, cuts_settle(mode, sum, side), a, b);
}
// a * b - product, both factors scaled up where it would underflow: only its sign is asked for. Where |a * b| is below
// 2^-800, neither factor is above 2^274.
CUTS_FN double cuts_product_error(double a, double b, double product) {
  double scale = __builtin_fabs(product) < 0x1p-800 ? 0x1p600 : 1.0;
  return __builtin_fma(a * scale, b * scale, -(product * scale * scale));
}
template <class Mode> CUTS_MATH double cuts_dmul(Mode mode, double a, double b) {
  double product = a * b;
  double side = cuts_side(product, cuts_product_error(a, b, product), cuts_finite(a) && cuts_finite(b));
  return cuts_settle(mode, product, side);
}
template <class Mode> CUTS_MATH double cuts_ddiv(Mode mode, double a, double b) {
  double nearest = a / b, scale = __builtin_fabs(a) < 0x1p-800 ? 0x1p200 : 1.0;
  double rest = __builtin_fma(-(nearest * scale), b, a * scale);
  double side = cuts_side(nearest, b < 0.0 ? -rest : rest, cuts_finite(a) && b != 0.0);
  return cuts_settle(mode, nearest, side);
}
template <class Mode> CUTS_MATH double cuts_dsqrt(Mode mode, double x) {
  double nearest = __builtin_sqrt(x), scale = x < 0x1p-800 ? 0x1p200 : 1.0;
  return cuts_settle(mode, nearest, __builtin_fma(-(nearest * scale), nearest * scale, x * scale * scale));
}
// The sign of a * b + c - nearest, from exact partial sums.
CUTS_FN double cuts_fma_side(double a, double b, double c, double nearest) {
  bool tiny = __builtin_fabs(a * b) < 0x1p-800;
  if (tiny && __builtin_fabs(c) > 0x1p-600) return b == 0.0 ? 0.0 : __builtin_copysign(1.0, b) * a;
  double scale = tiny ? 0x1p600 : 1.0, addend = c * scale * scale;
  double product = (a * scale) * (b * scale), low = __builtin_fma(a * scale, b * scale, -product);
  double sum = product + addend, error = cuts_sum_error(product, addend, sum);
  double rest = sum - nearest * scale * scale, tail = error + low, tail_error = cuts_sum_error(error, low, tail);
  double total = rest + tail;
  return total != 0.0 ? total : tail_error;
}
template <class Mode> CUTS_MATH double cuts_dfma(Mode mode, double a, double b, double c) {
  double nearest = __builtin_fma(a, b, c);
  double side = cuts_side(nearest, cuts_fma_side(a, b, c, nearest), cuts_finite(a) && cuts_finite(b) && cuts_finite(c));
  if (nearest == 0.0 && side == 0.0) return cuts_zero_sign(mode, nearest, a * b, c);
  return cuts_settle(mode, nearest, side);
}

#define CUTS_ROUNDED(mode)                                                                                  \
  CUTS_FN float __fadd_##mode(float a, float b) { return cuts_fadd(cuts_##mode(), a, b); }                  \
  CUTS_FN float __fsub_##mode(float a, float b) { return cuts_fadd(cuts_##mode(), a, -b); }                 \
  CUTS_FN float __fmul_##mode(float a, float b) { return cuts_fmul(cuts_##mode(), a, b); }                  \
  CUTS_FN float __fdiv_##mode(float a, float b) { return cuts_fdiv(cuts_##mode(), a, b); }                  \
  CUTS_FN float __frcp_##mode(float a) { return cuts_fdiv(cuts_##mode(), 1.0f, a); }                        \
  CUTS_FN float __fsqrt_##mode(float a) { return cuts_fsqrt(cuts_##mode(), a); }                            \
  CUTS_FN float __fmaf_##mode(float a, float b, float c) { return cuts_fmaf(cuts_##mode(), a, b, c); }      \
  CUTS_FN float __fmaf_ieee_##mode(float a, float b, float c) { return cuts_fmaf(cuts_##mode(), a, b, c); } \
  CUTS_FN double __dadd_##mode(double a, double b) { return cuts_dadd(cuts_##mode(), a, b); }               \
  CUTS_FN double __dsub_##mode(double a, double b) { return cuts_dadd(cuts_##mode(), a, -b); }              \
  CUTS_FN double __dmul_##mode(double a, double b) { return cuts_dmul(cuts_##mode(), a, b); }               \
  CUTS_FN double __ddiv_##mode(double a, double b) { return cuts_ddiv(cuts_##mode(), a, b); }               \
  CUTS_FN double __drcp_##mode(double a) { return cuts_ddiv(cuts_##mode(), 1.0, a); }                       \
  CUTS_FN double __dsqrt_##mode(double a) { return cuts_dsqrt(cuts_##mode(), a); }                          \
  CUTS_FN double __fma_##mode(double a, double b, double c) { return cuts_dfma(cuts_##mode(), a, b, c); }
CUTS_ROUNDED(rz)
CUTS_ROUNDED(ru)
CUTS_ROUNDED(rd)
#undef CUTS_ROUNDED

#define CUTS_NEAREST(T, name, parameters, value) \
  CUTS_FN T name parameters {                    \
    CUTS_EXACT_FP                                \
    return value;                                \
  }
CUTS_NEAREST(float, __fadd_rn, (float a, float b), a + b)
CUTS_NEAREST(float, __fsub_rn, (float a, float b), a - b)
CUTS_NEAREST(float, __fmul_rn, (float a, float b), a * b)
CUTS_NEAREST(float, __fdiv_rn, (float a, float b), a / b)
CUTS_NEAREST(float, __frcp_rn, (float a), 1.0f / a)
CUTS_NEAREST(float, __fsqrt_rn, (float a), __builtin_sqrtf(a))
CUTS_NEAREST(float, __frsqrt_rn, (float a), static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(a))))
CUTS_NEAREST(float, __fmaf_rn, (float a, float b, float c), static_cast<float>(cuts_fma_odd(a, b, c)))
CUTS_NEAREST(float, __fmaf_ieee_rn, (float a, float b, float c), static_cast<float>(cuts_fma_odd(a, b, c)))
CUTS_NEAREST(double, __dadd_rn, (double a, double b), a + b)
CUTS_NEAREST(double, __dsub_rn, (double a, double b), a - b)
CUTS_NEAREST(double, __dmul_rn, (double a, double b), a* b)
CUTS_NEAREST(double, __ddiv_rn, (double a, double b), a / b)
CUTS_NEAREST(double, __drcp_rn, (double a), 1.0 / a)
CUTS_NEAREST(double, __dsqrt_rn, (double a), __builtin_sqrt(a))
CUTS_NEAREST(double, __fma_rn, (double a, double b, double c), fma(a, b, c))
#undef CUTS_NEAREST
