// Functions of vectors for fused kernels on the cpu device: four floats at a time, without a jump, so that kernels have them
// inside of their loops. `cuts_…_fits` tells where they can be used; all else, which is rare, goes to the library of C.
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

// Cephes' expf: within 1 unit of the last place for numbers that are neither huge nor tiny afterwards. As in all of these,
// polynomials are summed in pairs: what counts is how long each result waits for the one before.
CUTS_INLINE cuts_f32x4 cuts_exp4(cuts_f32x4 x) {
  // The sum rounds to a whole number, whose lowest bits are those of the mantissa.
  cuts_f32x4 n = x * 1.44269504088896341f + 0x1.8p23f;
  cuts_f32x4 k = n - 0x1.8p23f;
  cuts_f32x4 r = x - k * 0.693359375f;
  r = r - k * -2.12194440e-4f;
  cuts_f32x4 r2 = r * r;
  cuts_f32x4 p = (r * 1.9875691500e-4f + 1.3981999507e-3f) * r2 + (r * 8.3334519073e-3f + 4.1665795894e-2f);
  p = p * r2 + (r * 1.6666665459e-1f + 5.0000001201e-1f);
  p = p * r2 + r + 1.0f;
  return (cuts_f32x4)((cuts_i32x4)p + ((cuts_i32x4)n << 23));
}
CUTS_INLINE cuts_i32x4 cuts_exp_fits(cuts_f32x4 x) { return cuts_abs4(x) < 87.0f; }

// Cephes' logf, for normal positive numbers.
CUTS_INLINE cuts_f32x4 cuts_log4(cuts_f32x4 x) {
  cuts_i32x4 bits = (cuts_i32x4)x;
  // The mantissa is brought between the square root of a half and that of 2.
  cuts_i32x4 shifted = bits - 0x3f3504f3;
  cuts_f32x4 e = __builtin_convertvector(shifted >> 23, cuts_f32x4);
  cuts_f32x4 m = (cuts_f32x4)((shifted & 0x007fffff) + 0x3f3504f3) - 1.0f;
  cuts_f32x4 z = m * m, z2 = z * z;
  cuts_f32x4 p = (m * 7.0376836292e-2f + -1.1514610310e-1f) * z + (m * 1.1676998740e-1f + -1.2420140846e-1f);
  cuts_f32x4 q = (m * 1.4249322787e-1f + -1.6668057665e-1f) * z + (m * 2.0000714765e-1f + -2.4999993993e-1f);
  p = (p * z2 + q) * m + 3.3333331174e-1f;
  p = p * m * z;
  p = p + e * -2.12194440e-4f;
  p = p - z * 0.5f;
  return (m + p) + e * 0.693359375f;
}
CUTS_INLINE cuts_i32x4 cuts_log_fits(cuts_f32x4 x) { return (x >= 0x1p-126f) & (x < 0x1p127f); }

// The sine of x - n·π, where n is a whole number or half of one: within 2.4 units of the last place up to 12000. π is cut into
// four numbers, so that the products are exact; coefficients as in SLEEF.
CUTS_INLINE cuts_f32x4 cuts_wave4(cuts_f32x4 x, cuts_f32x4 n) {
  cuts_f32x4 r = x - n * 3.140625f - n * 0x1.fb4p-11f - n * 0x1.444p-23f - n * 5.1266881365141792e-12f;
  cuts_f32x4 z = r * r;
  cuts_f32x4 p = (z * 2.6083159809786593541503e-06f + -0.0001981069071916863322258f) * (z * z) +
                 (z * 0.00833307858556509017944336f + -0.166666597127914428710938f);
  return p * (z * r) + r;
}
CUTS_INLINE cuts_i32x4 cuts_wave_fits(cuts_f32x4 x) { return cuts_abs4(x) < 12000.0f; }

// The lowest bit of a number that was rounded by a sum is the parity of the half turns, which is the sign.
CUTS_INLINE cuts_f32x4 cuts_sin4(cuts_f32x4 x) {
  cuts_f32x4 n = x * 0.318309886183790671538f + 0x1.8p23f;
  cuts_f32x4 s = cuts_wave4(x, n - 0x1.8p23f);
  return (cuts_f32x4)((cuts_i32x4)s ^ ((cuts_i32x4)n << 31));
}
CUTS_INLINE cuts_f32x4 cuts_cos4(cuts_f32x4 x) {
  cuts_f32x4 n = (x * 0.318309886183790671538f - 0.5f) + 0x1.8p23f;
  cuts_f32x4 s = cuts_wave4(x, (n - 0x1.8p23f) + 0.5f);
  return (cuts_f32x4)((cuts_i32x4)s ^ (~(cuts_i32x4)n << 31));
}

// Cephes' tanhf.
CUTS_INLINE cuts_f32x4 cuts_tanh4(cuts_f32x4 x) {
  cuts_f32x4 a = cuts_abs4(x);
  cuts_f32x4 z = x * x;
  cuts_f32x4 p = (z * -5.70498872745e-3f + 2.06390887954e-2f) * (z * z) + (z * -5.37397155531e-2f + 1.33314422036e-1f);
  p = p * z + -3.33332819422e-1f;
  cuts_f32x4 small = p * z * x + x;
  cuts_f32x4 large = 1.0f - 2.0f / (cuts_exp4(a + a) + 1.0f);
  cuts_i32x4 sign = (cuts_i32x4)x & (int)0x80000000;
  cuts_i32x4 isSmall = a < 0.625f;
  return (cuts_f32x4)(((cuts_i32x4)small & isSmall) | (((cuts_i32x4)large | sign) & ~isSmall));
}
#endif
