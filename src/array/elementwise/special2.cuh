// Functions of two numbers that are used less.
#pragma once
#include "complex.cuh"

template <class F> CUTS_INLINE F cuts_logaddexp(F a, F b) {
  if (a == b) return a + (F)0.6931471805599453;
  F d = a - b;
  return d > 0 ? a + log1p(exp(-d)) : d <= 0 ? b + log1p(exp(d)) : d;
}
template <class F> CUTS_INLINE F cuts_log2_1p(F x) { return (F)1.4426950408889634 * log1p(x); }
template <class F> CUTS_INLINE F cuts_logaddexp2(F a, F b) {
  if (a == b) return a + 1;
  F d = a - b;
  return d > 0 ? a + cuts_log2_1p(exp2(-d)) : d <= 0 ? b + cuts_log2_1p(exp2(d)) : d;
}
CUTS_INLINE float cuts_next(float a, float b) { return nextafterf(a, b); }
CUTS_INLINE double cuts_next(double a, double b) { return nextafter(a, b); }
template <class H> CUTS_INLINE H cuts_next_bits(H stored, float a, float b) {
  H next = stored;
  if (a == 0) next.bits = (unsigned short)(b < 0 ? 0x8001 : 1);
  else next.bits = (unsigned short)(stored.bits + ((a < b) == (a > 0) ? 1 : -1));
  return next;
}
template <class H> CUTS_INLINE float cuts_next_narrow(H x, H y) {
  float a = cuts_load(x), b = cuts_load(y);
  if (a != a || b != b) return a + b;
  return a == b ? a : cuts_load(cuts_next_bits(x, a, b));
}
CUTS_INLINE float cuts_next(cuts_half x, cuts_half y) { return cuts_next_narrow(x, y); }
CUTS_INLINE float cuts_next(cuts_bfloat x, cuts_bfloat y) { return cuts_next_narrow(x, y); }
template <class T> CUTS_INLINE unsigned long long cuts_size_of(T x) { return x < 0 ? 0 - (unsigned long long)x : (unsigned long long)x; }
CUTS_INLINE unsigned long long cuts_gcd(unsigned long long a, unsigned long long b) {
  while (b != 0) { unsigned long long r = a % b; a = b; b = r; }
  return a;
}
CUTS_INLINE unsigned long long cuts_lcm(unsigned long long a, unsigned long long b) {
  unsigned long long common = cuts_gcd(a, b);
  return common == 0 ? 0 : a / common * b;
}
// Negative powers have no integer value but for 1 and -1; they are 0.
template <class T> CUTS_INLINE T cuts_power(T a, T b) {
  if (b < 0) return (T)(a == 1 ? 1 : a == (T)-1 ? ((b & 1) != 0 ? -1 : 1) : 0);
  unsigned long long result = 1, factor = (unsigned long long)a;
  for (unsigned long long n = (unsigned long long)b; n != 0; n >>= 1) {
    if ((n & 1) != 0) result *= factor;
    factor *= factor;
  }
  return (T)result;
}
template <class T> CUTS_INLINE T cuts_fmod(T a, T b) { return b == 0 || (b == (T)-1 && (T)-1 < (T)0) ? 0 : (T)(a % b); }
CUTS_INLINE float cuts_fmod(float a, float b) { return fmodf(a, b); }
CUTS_INLINE double cuts_fmod(double a, double b) { return fmod(a, b); }
