// Functions of vectors for fused kernels on the cpu device: four floats at a time. What lies outside the range of the short
// way, which is rare, goes to the library of C, element by element.
#pragma once
#include "../../../array/kernels/prelude.cuh"

#ifdef __CUTS_CPU__
typedef float cuts_f32x4 __attribute__((vector_size(16)));
typedef double cuts_f64x2 __attribute__((vector_size(16)));
typedef int cuts_i32x4 __attribute__((vector_size(16)));
typedef long long cuts_i64x2 __attribute__((vector_size(16)));

extern "C" __device__ int cuts_all_true(cuts_i32x4) __asm__("llvm.wasm.alltrue.v4i32");
CUTS_INLINE bool cuts_all(cuts_i32x4 mask) { return cuts_all_true(mask) != 0; }
CUTS_INLINE cuts_f32x4 cuts_abs4(cuts_f32x4 x) { return (cuts_f32x4)((cuts_i32x4)x & 0x7fffffff); }

// Cephes' expf: within 1 unit of the last place for numbers that are neither huge nor tiny afterwards.
CUTS_INLINE cuts_f32x4 cuts_exp4(cuts_f32x4 x) {
  // The sum rounds to a whole number, whose lowest bits are those of the mantissa.
  cuts_f32x4 n = x * 1.44269504088896341f + 0x1.8p23f;
  cuts_f32x4 k = n - 0x1.8p23f;
  cuts_f32x4 r = x - k * 0.693359375f;
  r = r - k * -2.12194440e-4f;
  cuts_f32x4 p = r * 1.9875691500e-4f + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * (r * r) + r + 1.0f;
  return (cuts_f32x4)((cuts_i32x4)p + ((cuts_i32x4)n << 23));
}
CUTS_INLINE bool cuts_exp_fits(cuts_f32x4 x) { return cuts_all(cuts_abs4(x) < 87.0f); }

// Cephes' logf, for normal positive numbers.
CUTS_INLINE cuts_f32x4 cuts_log4(cuts_f32x4 x) {
  cuts_i32x4 bits = (cuts_i32x4)x;
  // The mantissa is brought between the square root of a half and that of 2.
  cuts_i32x4 shifted = bits - 0x3f3504f3;
  cuts_f32x4 e = __builtin_convertvector(shifted >> 23, cuts_f32x4);
  cuts_f32x4 m = (cuts_f32x4)((shifted & 0x007fffff) + 0x3f3504f3) - 1.0f;
  cuts_f32x4 z = m * m;
  cuts_f32x4 p = m * 7.0376836292e-2f + -1.1514610310e-1f;
  p = p * m + 1.1676998740e-1f;
  p = p * m + -1.2420140846e-1f;
  p = p * m + 1.4249322787e-1f;
  p = p * m + -1.6668057665e-1f;
  p = p * m + 2.0000714765e-1f;
  p = p * m + -2.4999993993e-1f;
  p = p * m + 3.3333331174e-1f;
  p = p * m * z;
  p = p + e * -2.12194440e-4f;
  p = p - z * 0.5f;
  return (m + p) + e * 0.693359375f;
}
CUTS_INLINE bool cuts_log_fits(cuts_f32x4 x) { return cuts_all((x >= 0x1p-126f) & (x < 0x1p127f)); }

// What is left of x after multiples of π/2, which are found in double, and which quarter that is.
struct cuts_turned { cuts_f32x4 rest; cuts_i32x4 quarter; };
CUTS_INLINE cuts_turned cuts_turn4(cuts_f32x4 x) {
  cuts_f64x2 low = __builtin_convertvector(__builtin_shufflevector(x, x, 0, 1), cuts_f64x2);
  cuts_f64x2 high = __builtin_convertvector(__builtin_shufflevector(x, x, 2, 3), cuts_f64x2);
  const double magic = 0x1.8p52;
  cuts_f64x2 n0 = low * 0.63661977236758134308 + magic, n1 = high * 0.63661977236758134308 + magic;
  cuts_i32x4 quarter = __builtin_shufflevector((cuts_i32x4)n0, (cuts_i32x4)n1, 0, 2, 4, 6);
  n0 = n0 - magic;
  n1 = n1 - magic;
  low = low - n0 * 1.57079631090164184570 - n0 * 1.58932547735281966916e-8;
  high = high - n1 * 1.57079631090164184570 - n1 * 1.58932547735281966916e-8;
  typedef float two __attribute__((vector_size(8)));
  two a = __builtin_convertvector(low, two), b = __builtin_convertvector(high, two);
  return cuts_turned{__builtin_shufflevector(a, b, 0, 1, 2, 3), quarter};
}
CUTS_INLINE bool cuts_turn_fits(cuts_f32x4 x) { return cuts_all(cuts_abs4(x) < 0x1p28f); }
CUTS_INLINE cuts_f32x4 cuts_wave4(cuts_f32x4 r, cuts_i32x4 quarter) {
  cuts_f32x4 z = r * r;
  cuts_f32x4 s = z * -1.9515295891e-4f + 8.3321608736e-3f;
  s = s * z + -1.6666654611e-1f;
  s = s * z * r + r;
  cuts_f32x4 c = z * 2.443315711809948e-5f + -1.388731625493765e-3f;
  c = c * z + 4.166664568298827e-2f;
  c = c * (z * z) - z * 0.5f + 1.0f;
  cuts_i32x4 odd = -(quarter & 1);
  cuts_i32x4 value = ((cuts_i32x4)c & odd) | ((cuts_i32x4)s & ~odd);
  return (cuts_f32x4)(value ^ ((quarter & 2) << 30));
}

CUTS_INLINE cuts_f32x4 cuts_sin4(cuts_f32x4 x) { cuts_turned t = cuts_turn4(x); return cuts_wave4(t.rest, t.quarter); }
CUTS_INLINE cuts_f32x4 cuts_cos4(cuts_f32x4 x) { cuts_turned t = cuts_turn4(x); return cuts_wave4(t.rest, t.quarter + 1); }

// Cephes' tanhf.
CUTS_INLINE cuts_f32x4 cuts_tanh4(cuts_f32x4 x) {
  cuts_f32x4 a = cuts_abs4(x);
  cuts_f32x4 z = x * x;
  cuts_f32x4 p = z * -5.70498872745e-3f + 2.06390887954e-2f;
  p = p * z + -5.37397155531e-2f;
  p = p * z + 1.33314422036e-1f;
  p = p * z + -3.33332819422e-1f;
  cuts_f32x4 small = p * z * x + x;
  cuts_f32x4 large = 1.0f - 2.0f / (cuts_exp4(a + a) + 1.0f);
  cuts_i32x4 sign = (cuts_i32x4)x & (int)0x80000000;
  cuts_i32x4 isSmall = a < 0.625f;
  return (cuts_f32x4)(((cuts_i32x4)small & isSmall) | (((cuts_i32x4)large | sign) & ~isSmall));
}
#endif
