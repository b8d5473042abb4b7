// Exponentials and logarithms in float: branch-free, no calls, so that a loop over threads vectorises.
// Every function is right in its special cases (NaN, infinities, zeros, subnormals in and out). The largest error over
// all arguments stands above each function, in ulp of the true value; in brackets CUDA's bound, which counts whole ulps
// from the correctly rounded value. Nothing here assumes a fused multiply-add: WebAssembly has none.
#pragma once
#include "numeric_base.h"

// Rounds to the nearest integer by adding 1.5 * 2^23: the integer then sits in the low mantissa bits.
#define CUTS_ROUND_MAGIC 12582912.0f

// 2^n for any integer |n| <= 254, in two factors so that subnormal and huge results round once.
CUTS_MATH float cuts_scale2(float value, int n) {
  int half = n >> 1;
  return value * cuts_float(unsigned(half + 127) << 23) * cuts_float(unsigned(n - half + 127) << 23);
}

// exp(r) - 1 - r for |r| <= ln(2)/2.
CUTS_MATH float cuts_exp_tail(float r) {
  float q = 0x1.6ad120p-10f;
  q = q * r + 0x1.123f2ep-7f;
  q = q * r + 0x1.55584ep-5f;
  q = q * r + 0x1.55548ap-3f;
  q = q * r + 0x1.fffffcp-2f;
  return q * r * r;
}

// x = n ln 2 + high + low, |high + low| <= ln(2)/2; n * ln2_high is exact for |n| < 2^9.
struct cuts_exp_parts {
  int n;
  float count, high, low;
};
CUTS_MATH cuts_exp_parts cuts_exp_reduce(float x) {
  CUTS_EXACT_FP
  float shifted = x * 0x1.715476p+0f + CUTS_ROUND_MAGIC;
  float count = shifted - CUTS_ROUND_MAGIC;
  return {int(cuts_bits(shifted) - cuts_bits(CUTS_ROUND_MAGIC)), count, x - count * 0x1.62e400p-1f,
          count * -0x1.7f7d1cp-20f};
}

// 0.91 ulp (CUDA: 2)
CUTS_MATH float expf(float x) {
  CUTS_EXACT_FP
  float bounded = x > 89.0f ? 89.0f : x;
  bounded = bounded < -104.0f ? -104.0f : bounded;
  cuts_exp_parts p = cuts_exp_reduce(bounded);
  float r = p.high + p.low;
  return cuts_scale2(1.0f + (p.high + (p.low + cuts_exp_tail(r))), p.n);
}

// 1.19 ulp (CUDA: 2)
CUTS_MATH float exp2f(float x) {
  CUTS_EXACT_FP
  float bounded = x > 129.0f ? 129.0f : x;
  bounded = bounded < -151.0f ? -151.0f : bounded;
  float shifted = bounded + CUTS_ROUND_MAGIC;
  float r = bounded - (shifted - CUTS_ROUND_MAGIC);
  float q = 0x1.17a2fep-13f;
  q = q * r + 0x1.5ef4dep-10f;
  q = q * r + 0x1.3b6810p-7f;
  q = q * r + 0x1.c6af9ep-5f;
  q = q * r + 0x1.ebfb94p-3f;
  q = q * r + 0x1.62e430p-1f;
  return cuts_scale2(1.0f + q * r, int(cuts_bits(shifted) - cuts_bits(CUTS_ROUND_MAGIC)));
}

// 0.99 ulp (CUDA: 2)
CUTS_MATH float exp10f(float x) {
  CUTS_EXACT_FP
  float bounded = x > 39.0f ? 39.0f : x;
  bounded = bounded < -46.0f ? -46.0f : bounded;
  float shifted = bounded * 0x1.a934f0p+1f + CUTS_ROUND_MAGIC;
  float count = shifted - CUTS_ROUND_MAGIC;
  float high = bounded - count * 0x1.344000p-2f;  // log10(2), first 12 bits: the product is exact
  float low = count * -0x1.3509f8p-18f;
  float r = (high + low) * 0x1.26bb1cp+1f;
  // The product's own rounding error would cost half an ulp: split the factor instead.
  float exact = cuts_high_bits(high);
  float z_low = (high - exact) * 0x1.26a000p+1f + (high * 0x1.b1bbb6p-11f + low * 0x1.26bb1cp+1f);
  return cuts_scale2(1.0f + (exact * 0x1.26a000p+1f + (z_low + cuts_exp_tail(r))),
                     int(cuts_bits(shifted) - cuts_bits(CUTS_ROUND_MAGIC)));
}

// 1.22 ulp (CUDA: 1)
CUTS_MATH float expm1f(float x) {
  CUTS_EXACT_FP
  float bounded = x > 89.0f ? 89.0f : x;
  bounded = bounded < -18.0f ? -18.0f : bounded;
  cuts_exp_parts p = cuts_exp_reduce(bounded);
  // 2 * (2^(n-1) e + (2^(n-1) - 1/2)) keeps n = 128 in range; the leading sum is exact in two parts.
  float scale = cuts_float(unsigned(p.n + 126) << 23);
  float one = scale - 0.5f, linear = scale * p.high, sum = one + linear;
  float result = sum + ((linear - (sum - one)) + scale * (p.low + cuts_exp_tail(p.high + p.low)));
  return x == 0.0f ? x : result + result;  // -0 stays -0
}

// log(1 + f) = f + r where 2^k (1 + f) = x and sqrt(1/2) <= 1 + f < sqrt(2), for positive finite x.
struct cuts_log_parts {
  float f, r, k;
};
CUTS_MATH float cuts_log1p_tail(float f) {
  float q = 0x1.b5a2f4p-5f;
  q = q * f + -0x1.bf3b12p-4f;
  q = q * f + 0x1.efefa2p-4f;
  q = q * f + -0x1.010228p-3f;
  q = q * f + 0x1.23036cp-3f;
  q = q * f + -0x1.552f18p-3f;
  q = q * f + 0x1.99a540p-3f;
  q = q * f + -0x1.000070p-2f;
  q = q * f + 0x1.555548p-2f;
  float square = f * f;
  return q * f * square - 0.5f * square;
}
CUTS_MATH cuts_log_parts cuts_log_reduce(float x) {
  CUTS_EXACT_FP
  bool tiny = x < 0x1p-126f;
  unsigned bits = cuts_bits(tiny ? x * 0x1p23f : x);
  int exponent = int(bits - 0x3f3504f3u) >> 23;  // sqrt(1/2) is 0x3f3504f3
  float f = cuts_float(bits - (unsigned(exponent) << 23)) - 1.0f;
  return {f, cuts_log1p_tail(f), float(tiny ? exponent - 23 : exponent)};
}
// What every logarithm gives where x is not positive and finite.
CUTS_MATH float cuts_log_special(float x, float result) {
  result = x == 0.0f ? -CUTS_INF_F : result;
  result = x < 0.0f ? CUTS_NAN_F : result;
  return x < CUTS_INF_F ? result : x;  // +infinity and NaN pass through
}

// 0.88 ulp (CUDA: 1)
CUTS_MATH float logf(float x) {
  CUTS_EXACT_FP
  cuts_log_parts p = cuts_log_reduce(x);
  float result = p.k * 0x1.62e400p-1f + (p.f + (p.r + p.k * 0x1.7f7d1cp-20f));
  return cuts_log_special(x, result);
}

// f * (high + low) + r * high: the leading product is exact because both factors have 12 bits.
CUTS_MATH float cuts_log_times(cuts_log_parts p, float c_high, float c_low, float k_high, float k_low) {
  CUTS_EXACT_FP
  float f_high = cuts_high_bits(p.f);
  float low = (p.f - f_high) * c_high + (p.f * c_low + p.r * (c_high + c_low));
  return p.k * k_high + (f_high * c_high + (low + p.k * k_low));
}
// 1.22 ulp (CUDA: 1)
CUTS_MATH float log2f(float x) {
  return cuts_log_special(x, cuts_log_times(cuts_log_reduce(x), 0x1.714000p+0f, 0x1.47652cp-12f, 1.0f, 0.0f));
}
// 1.12 ulp (CUDA: 2)
CUTS_MATH float log10f(float x) {
  return cuts_log_special(x, cuts_log_times(cuts_log_reduce(x), 0x1.bca000p-2f, 0x1.7b1526p-14f, 0x1.344000p-2f, 0x1.3509f8p-18f));
}

// 1.41 ulp (CUDA: 1)
CUTS_MATH float log1pf(float x) {
  CUTS_EXACT_FP
  float u = 1.0f + x;
  unsigned bits = cuts_bits(u);
  int exponent = int(bits - 0x3f3504f3u) >> 23;
  float scale = cuts_float(0x3f800000u - (unsigned(exponent < 64 ? exponent : 64) << 23));
  // What 1 + x lost to rounding, added back to first order; nothing where x is huge.
  float lost = x < u ? (x >= 1.0f ? 1.0f - (u - x) : x - (u - 1.0f)) : 0.0f;
  float f = cuts_float(bits - (unsigned(exponent) << 23)) - 1.0f;
  f = exponent == 0 ? x : f + lost * scale;
  float k = float(exponent);
  float result = k * 0x1.62e400p-1f + (f + (cuts_log1p_tail(f) + k * 0x1.7f7d1cp-20f));
  result = x == 0.0f ? x : result;
  result = u == 0.0f ? -CUTS_INF_F : result;
  result = u < 0.0f ? CUTS_NAN_F : result;
  return x < CUTS_INF_F ? result : x;
}
