// cuRAND's quasi-random generators: Sobol sequences in the order of the Gray code, of 32 and 64 bits, plain and shifted by a
// constant (scrambled). One draw gives one number, normal ones by the inverse of the distribution function.
#pragma once
#include "curand_distributions.h"

typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

#define CUTS_SOBOL_STATE(name, Bits, count)     \
  struct name {                                 \
    Bits i, x, c;                               \
    Bits direction_vectors[count];              \
  };                                            \
  typedef struct name name##_t;
CUTS_SOBOL_STATE(curandStateSobol32, unsigned, 32)
CUTS_SOBOL_STATE(curandStateScrambledSobol32, unsigned, 32)
CUTS_SOBOL_STATE(curandStateSobol64, unsigned long long, 64)
CUTS_SOBOL_STATE(curandStateScrambledSobol64, unsigned long long, 64)
#undef CUTS_SOBOL_STATE

template <class _State, class _Bits> CUTS_RNG void cuts_sobol_go(_State* __state, _Bits __i) {
  __state->i = __i;
  __state->x = __state->c;
  _Bits __gray = __i ^ (__i >> 1);
  for (int __bit = 0; __gray != 0; ++__bit, __gray >>= 1)
    if (__gray & 1) __state->x ^= __state->direction_vectors[__bit];
}
template <class _State, class _Bits> CUTS_RNG _Bits cuts_sobol_draw(_State* __state, _Bits) {
  const _Bits __drawn = __state->x;
  const unsigned long long __free = ~static_cast<unsigned long long>(__state->i);
  const int __bit = __free == 0 ? 63 : __builtin_ctzll(__free);
  __state->x ^= __state->direction_vectors[__bit < int(8 * sizeof(_Bits)) ? __bit : int(8 * sizeof(_Bits)) - 1];
  ++__state->i;
  return __drawn;
}

// The inverse of the normal distribution for at most a half: a rational start (Acklam's form), then one step of Halley's.
CUTS_RNG double cuts_normal_inverse(double __p) {
  double __x;
  if (__p < 0.02425) {
    const double __q = sqrt(-2.0 * log(__p));
    __x = (((((-7.784894002430293e-03 * __q - 3.223964580411365e-01) * __q - 2.400758277161838e+00) * __q - 2.549732539343734e+00) * __q + 4.374664141464968e+00) * __q + 2.938163982698783e+00) /
          ((((7.784695709041462e-03 * __q + 3.224671290700398e-01) * __q + 2.445134137142996e+00) * __q + 3.754408661907416e+00) * __q + 1.0);
  } else {
    const double __q = __p - 0.5, __r = __q * __q;
    __x = (((((-3.969683028665376e+01 * __r + 2.209460984245205e+02) * __r - 2.759285104469687e+02) * __r + 1.383577518672690e+02) * __r - 3.066479806614716e+01) * __r + 2.506628277459239e+00) * __q /
          (((((-5.447609879822406e+01 * __r + 1.615858368580409e+02) * __r - 1.556989798598866e+02) * __r + 6.680131188771972e+01) * __r - 1.328068155288572e+01) * __r + 1.0);
  }
  const double __error = 0.5 * erfc(-__x * 0.70710678118654752) - __p;
  const double __step = __error * 2.5066282746310002 * exp(0.5 * __x * __x);
  return __x - __step / (1.0 + 0.5 * __x * __step);
}
// The upper half is the mirror of the lower one, which loses fewer digits.
CUTS_RNG float cuts_icdf(unsigned __x) {
  const bool __upper = __x > 0x80000000u;
  const float __p = cuts_uniform(__upper ? ~__x : __x);
  const float __z = static_cast<float>(cuts_normal_inverse(__p));
  return __upper ? -__z : __z;
}
CUTS_RNG double cuts_icdf_double(unsigned __x) {
  const bool __upper = __x > 0x80000000u;
  const double __p = (__upper ? ~__x : __x) * 2.3283064365386963e-10 + 2.3283064365386963e-10 / 2.0;
  return __upper ? -cuts_normal_inverse(__p) : cuts_normal_inverse(__p);
}
CUTS_RNG double cuts_icdf_double(unsigned long long __x) {
  const bool __upper = __x > 0x8000000000000000ull;
  const double __p = ((__upper ? ~__x : __x) >> 11) * CUTS_2POW53_INV + CUTS_2POW53_INV / 2.0;
  return __upper ? -cuts_normal_inverse(__p) : cuts_normal_inverse(__p);
}
CUTS_RNG float cuts_icdf(unsigned long long __x) { return cuts_icdf(static_cast<unsigned>(__x >> 32)); }
CUTS_RNG float cuts_sobol_uniform(unsigned __x) { return cuts_uniform(__x); }
CUTS_RNG float cuts_sobol_uniform(unsigned long long __x) { return cuts_uniform(static_cast<unsigned>(__x >> 32)); }
CUTS_RNG double cuts_sobol_uniform_double(unsigned __x) { return __x * 2.3283064365386963e-10 + 2.3283064365386963e-10; }
CUTS_RNG double cuts_sobol_uniform_double(unsigned long long __x) { return (__x >> 11) * CUTS_2POW53_INV + CUTS_2POW53_INV / 2.0; }

#define CUTS_SOBOL(State, Bits)                                                                             \
  CUTS_RNG Bits curand(State* __state) { return cuts_sobol_draw(__state, static_cast<Bits>(0)); }                         \
  template <class _Count> CUTS_RNG void skipahead(_Count __n, State* __state) {                             \
    cuts_sobol_go(__state, static_cast<Bits>(__state->i + __n));                                            \
  }                                                                                                         \
  CUTS_RNG float curand_uniform(State* __state) { return cuts_sobol_uniform(curand(__state)); }             \
  CUTS_RNG double curand_uniform_double(State* __state) { return cuts_sobol_uniform_double(curand(__state)); } \
  CUTS_RNG float curand_normal(State* __state) { return cuts_icdf(curand(__state)); }                       \
  CUTS_RNG double curand_normal_double(State* __state) { return cuts_icdf_double(curand(__state)); }        \
  CUTS_RNG float curand_log_normal(State* __state, float __mean, float __deviation) {                       \
    return expf(__mean + __deviation * curand_normal(__state));                                             \
  }                                                                                                         \
  CUTS_RNG double curand_log_normal_double(State* __state, double __mean, double __deviation) {             \
    return exp(__mean + __deviation * curand_normal_double(__state));                                       \
  }
CUTS_SOBOL(curandStateSobol32, unsigned)
CUTS_SOBOL(curandStateScrambledSobol32, unsigned)
CUTS_SOBOL(curandStateSobol64, unsigned long long)
CUTS_SOBOL(curandStateScrambledSobol64, unsigned long long)
#undef CUTS_SOBOL

#define CUTS_SOBOL_INIT(State, Bits, count, scramble, constant)                                                 \
  CUTS_RNG void curand_init(const Bits* __vectors, CUTS_UNPACK scramble Bits __offset, State* __state) {        \
    for (int __bit = 0; __bit < count; ++__bit) __state->direction_vectors[__bit] = __vectors[__bit];           \
    __state->c = constant;                                                                                      \
    cuts_sobol_go(__state, __offset);                                                                           \
  }
#define CUTS_UNPACK(...) __VA_ARGS__
CUTS_SOBOL_INIT(curandStateSobol32, unsigned, 32, (), 0)
CUTS_SOBOL_INIT(curandStateSobol64, unsigned long long, 64, (), 0)
CUTS_SOBOL_INIT(curandStateScrambledSobol32, unsigned, 32, (unsigned __scramble, ), __scramble)
CUTS_SOBOL_INIT(curandStateScrambledSobol64, unsigned long long, 64, (unsigned long long __scramble, ), __scramble)
#undef CUTS_UNPACK
#undef CUTS_SOBOL_INIT
