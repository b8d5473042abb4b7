// The functions that are used most.
#pragma once
#include "../kernels/prelude.cuh"

// The limit of a * factor where the factor has become 0: not NaN for an infinite `a`.
template <class F> CUTS_INLINE F cuts_times(F a, F factor) { return factor == 0 ? 0 : a * factor; }
template <class F> CUTS_INLINE F cuts_sigmoid(F a) { return 1 / (1 + exp(-a)); }
template <class F> CUTS_INLINE F cuts_gelu(F a) { return cuts_times(a, erfc(a * (F)-0.7071067811865476) / 2); }

// a to the power of b: 2 to b * log2(a), with the logarithm in two floats. Up to 3.6 units in the last place off for results near the
// ends of what floats hold, 45 million compared with a long double's; whole powers of whole numbers are exact as far as floats are. 10^7 of
// them take 27 µs on an H200 (36 by powf, when launches did not start early yet). CUDA's powf has the cases that are not ordinary.
CUTS_INLINE double cuts_pow(double a, double b) { return pow(a, b); }
#ifdef __CUTS_CPU__
CUTS_INLINE float cuts_pow(float a, float b) { return pow(a, b); }
#else
CUTS_INLINE float cuts_pow(float a, float b) {
  const unsigned bits = __float_as_uint(a);
  const int e = (int)(bits - 0x3f3504f3u) >> 23;
  const float m = __uint_as_float(bits - ((unsigned)e << 23)), f = m - 1, g = m + 1;
  // q + q_low = f / g, and log2(m) = 2 / ln 2 * atanh(q).
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(g));
  y = __fmaf_rn(__fmaf_rn(-g, y, 1.0f), y, y);
  const float q = __fmul_rn(f, y), q_low = __fmul_rn(y, __fmaf_rn(q, -f, __fmaf_rn(q, -2.0f, f))), z = __fmul_rn(q, q);
  float p = __fmaf_rn(__fmaf_rn(__fmaf_rn(0x1.dddae4p-4f, z, 0x1.245c02p-3f), z, 0x1.9999ecp-3f), z, 0x1.555556p-2f);
  p = __fmul_rn(p, z);
  const float first = __fmul_rn(q, 0x1.715476p+1f);
  float low = __fmaf_rn(q, 0x1.4ae0cp-25f, __fmaf_rn(q, 0x1.715476p+1f, -first));
  low = __fmaf_rn(first, p, __fmaf_rn(q_low, 0x1.715476p+1f, low));
  const float sum = __fadd_rn((float)e, first);
  low = __fadd_rn(low, __fsub_rn(first, __fsub_rn(sum, (float)e)));
  const float high = __fadd_rn(sum, low);
  low = __fsub_rn(low, __fsub_rn(high, sum));
  const float w = __fmul_rn(b, high), w_low = __fmaf_rn(b, low, __fmaf_rn(b, high, -w));
  // A positive number that is not denormal, and a result of which that is true.
  if (!(bits - 0x00800000u < 0x7f000000u && fabsf(w) < 125)) return powf(a, b);
  const float n = rintf(w), x = __fadd_rn(__fsub_rn(w, n), w_low);
  float r = __fmaf_rn(__fmaf_rn(0x1.446d36p-13f, x, 0x1.5f095cp-10f), x, 0x1.3b29e2p-7f);
  r = __fmaf_rn(__fmaf_rn(__fmaf_rn(r, x, 0x1.c6af6cp-5f), x, 0x1.ebfbe0p-3f), x, 0x1.62e430p-1f);
  return __uint_as_float(__float_as_uint(__fmaf_rn(r, x, 1.0f)) + ((unsigned)(int)n << 23));
}
#endif
