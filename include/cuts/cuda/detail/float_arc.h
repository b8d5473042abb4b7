// Inverse trigonometric functions in float: branch-free, no calls (see float_exp_log.h).
#pragma once
#include "numeric_base.h"

// atan(t) for 0 <= t <= 1.
CUTS_MATH float cuts_atan_unit(float t) {
  float z = t * t;
  float q = -0x1.dcc6a6p-10f;
  q = q * z + 0x1.696692p-7f;
  q = q * z + -0x1.012f28p-5f;
  q = q * z + 0x1.dc9854p-5f;
  q = q * z + -0x1.58bcfep-4f;
  q = q * z + 0x1.c0c8e2p-4f;
  q = q * z + -0x1.24262ap-3f;
  q = q * z + 0x1.999266p-3f;
  q = q * z + -0x1.555540p-2f;
  return q * z * t + t;
}

// 1.58 ulp (CUDA: 2)
CUTS_MATH float atanf(float x) {
  CUTS_EXACT_FP
  float a = __builtin_fabsf(x);
  bool steep = a > 1.0f;
  float p = cuts_atan_unit(steep ? 1.0f / a : a);
  return __builtin_copysignf(steep ? 0x1.921fb6p+0f - (p + 0x1.777a5cp-25f) : p, x);
}

// 1.57 ulp over 60 million random pairs (CUDA: 3)
CUTS_MATH float atan2f(float y, float x) {
  CUTS_EXACT_FP
  float ay = __builtin_fabsf(y), ax = __builtin_fabsf(x);
  bool steep = ay > ax;
  float large = steep ? ay : ax, small = steep ? ax : ay;
  float ratio = small / large;
  ratio = small == large ? 1.0f : ratio;  // infinity over infinity
  ratio = large == 0.0f ? 0.0f : ratio;
  float p = cuts_atan_unit(ratio);
  p = steep ? 0x1.921fb6p+0f - (p + 0x1.777a5cp-25f) : p;
  p = cuts_bits(x) >> 31 ? 0x1.921fb6p+1f - (p + 0x1.777a5cp-24f) : p;
  return x != x || y != y ? x + y : __builtin_copysignf(p, y);
}

// asin(t) - t, for 0 <= t <= 1/2 and z = t * t.
CUTS_MATH float cuts_asin_tail(float t, float z) {
  float q = 0x1.59cc9cp-5f;
  q = q * z + 0x1.8bb532p-6f;
  q = q * z + 0x1.748a2cp-5f;
  q = q * z + 0x1.33016ap-4f;
  q = q * z + 0x1.5555cap-3f;
  return q * z * t;
}

// 2.41 ulp (CUDA: 4)
CUTS_MATH float asinf(float x) {
  CUTS_EXACT_FP
  float a = __builtin_fabsf(x);
  bool steep = a > 0.5f;
  float z = steep ? 0.5f * (1.0f - a) : a * a, t = steep ? __builtin_sqrtf(z) : a;
  float p = t + cuts_asin_tail(t, z);
  return __builtin_copysignf(steep ? 0x1.921fb6p+0f - ((p + p) + 0x1.777a5cp-25f) : p, x);
}

// 1.16 ulp (CUDA: 3)
CUTS_MATH float acosf(float x) {
  CUTS_EXACT_FP
  float a = __builtin_fabsf(x);
  bool steep = a > 0.5f;
  float z = steep ? 0.5f * (1.0f - a) : a * a, t = steep ? __builtin_sqrtf(z) : a;
  float p = t + cuts_asin_tail(t, z);
  float near_zero = 0x1.921fb6p+0f - (__builtin_copysignf(p, x) + 0x1.777a5cp-25f);
  float near_minus_one = 0x1.921fb6p+1f - ((p + p) + 0x1.777a5cp-24f);
  return steep ? (x < 0.0f ? near_minus_one : p + p) : near_zero;
}
