// Uniform, normal, log-normal and Poisson numbers from cuRAND's generators: the same draws and formulas as cuRAND, so that
// uniform numbers agree bit for bit and normal ones within the error of sine and logarithm. Poisson numbers with a mean of
// 64 and more follow another algorithm than cuRAND's (Hörmann's transformed rejection) and are other numbers.
#pragma once
#include "curand_mrg.h"
#include "curand_philox.h"
#include "curand_xorwow.h"

#define CUTS_2POW32_INV 2.3283064365386963e-10f
#define CUTS_2POW53_INV 1.1102230246251565e-16
#define CUTS_TWO_PI 6.2831855f

CUTS_RNG float cuts_uniform(unsigned __x) { return __x * CUTS_2POW32_INV + CUTS_2POW32_INV / 2.0f; }
CUTS_RNG double cuts_uniform_double(unsigned __x, unsigned __y) {
  unsigned long long __z = static_cast<unsigned long long>(__x) ^ (static_cast<unsigned long long>(__y) << 21);
  return static_cast<double>(__z) * CUTS_2POW53_INV + CUTS_2POW53_INV / 2.0;
}
CUTS_RNG float2 cuts_polar(float __u, float __angle) {
  float __size = sqrtf(-2.0f * logf(__u));
  return float2{sinf(__angle) * __size, cosf(__angle) * __size};
}
CUTS_RNG double2 cuts_polar_double(double __u, double __half_turns) {
  double __size = sqrt(-2.0 * log(__u));
  double __angle = __half_turns * 3.14159265358979323846;
  return double2{sin(__angle) * __size, cos(__angle) * __size};
}
CUTS_RNG float2 cuts_box_muller(unsigned __x, unsigned __y) {
  return cuts_polar(cuts_uniform(__x), __y * (CUTS_2POW32_INV * CUTS_TWO_PI) + CUTS_2POW32_INV * CUTS_TWO_PI / 2.0f);
}
CUTS_RNG double2 cuts_box_muller_double(unsigned __x0, unsigned __x1, unsigned __y0, unsigned __y1) {
  return cuts_polar_double(cuts_uniform_double(__x0, __x1), 2.0 * cuts_uniform_double(__y0, __y1));
}

// The order of evaluation is the order of the stream, hence a statement a draw.
template <class _State> CUTS_RNG float curand_uniform(_State* __state) { return cuts_uniform(curand(__state)); }
template <class _State> CUTS_RNG double curand_uniform_double(_State* __state) {
  unsigned __x = curand(__state);
  unsigned __y = curand(__state);
  return cuts_uniform_double(__x, __y);
}
template <class _State> CUTS_RNG float2 curand_normal2(_State* __state) {
  unsigned __x = curand(__state);
  unsigned __y = curand(__state);
  return cuts_box_muller(__x, __y);
}
template <class _State> CUTS_RNG double2 curand_normal2_double(_State* __state) {
  unsigned __x0 = curand(__state);
  unsigned __x1 = curand(__state);
  unsigned __y0 = curand(__state);
  unsigned __y1 = curand(__state);
  return cuts_box_muller_double(__x0, __x1, __y0, __y1);
}

CUTS_RNG float curand_uniform(curandStateMRG32k3a_t* __state) {
  return static_cast<float>(curand_MRG32k3a(__state) * 2.3283065498378288e-10);
}
CUTS_RNG double curand_uniform_double(curandStateMRG32k3a_t* __state) {
  return curand_MRG32k3a(__state) * 2.3283065498378288e-10;
}
CUTS_RNG float2 curand_normal2(curandStateMRG32k3a_t* __state) {
  float __u = curand_uniform(__state);
  float __v = curand_uniform(__state);
  return cuts_polar(__u, __v * CUTS_TWO_PI);
}
CUTS_RNG double2 curand_normal2_double(curandStateMRG32k3a_t* __state) {
  double __u = curand_uniform_double(__state);
  double __v = curand_uniform_double(__state);
  return cuts_polar_double(__u, 2.0 * __v);
}

template <class _State> CUTS_RNG float curand_normal(_State* __state) {
  if (__state->boxmuller_flag != 0) {
    __state->boxmuller_flag = 0;
    return __state->boxmuller_extra;
  }
  float2 __pair = curand_normal2(__state);
  __state->boxmuller_extra = __pair.y;
  __state->boxmuller_flag = 1;
  return __pair.x;
}
template <class _State> CUTS_RNG double curand_normal_double(_State* __state) {
  if (__state->boxmuller_flag_double != 0) {
    __state->boxmuller_flag_double = 0;
    return __state->boxmuller_extra_double;
  }
  double2 __pair = curand_normal2_double(__state);
  __state->boxmuller_extra_double = __pair.y;
  __state->boxmuller_flag_double = 1;
  return __pair.x;
}

template <class _State> CUTS_RNG float curand_log_normal(_State* __state, float __mean, float __deviation) {
  return expf(__mean + __deviation * curand_normal(__state));
}
template <class _State> CUTS_RNG double curand_log_normal_double(_State* __state, double __mean, double __deviation) {
  return exp(__mean + __deviation * curand_normal_double(__state));
}
template <class _State> CUTS_RNG float2 curand_log_normal2(_State* __state, float __mean, float __deviation) {
  float2 __pair = curand_normal2(__state);
  return float2{expf(__mean + __deviation * __pair.x), expf(__mean + __deviation * __pair.y)};
}
template <class _State>
CUTS_RNG double2 curand_log_normal2_double(_State* __state, double __mean, double __deviation) {
  double2 __pair = curand_normal2_double(__state);
  return double2{exp(__mean + __deviation * __pair.x), exp(__mean + __deviation * __pair.y)};
}

// Philox spends one draw on a double, not two.
CUTS_RNG double curand_uniform_double(curandStatePhilox4_32_10_t* __state) {
  return curand(__state) * 2.3283064365386963e-10 + 2.3283064365386963e-10;
}

// Four at a time: Philox only.
CUTS_RNG float4 curand_uniform4(curandStatePhilox4_32_10_t* __state) {
  uint4 __x = curand4(__state);
  return float4{cuts_uniform(__x.x), cuts_uniform(__x.y), cuts_uniform(__x.z), cuts_uniform(__x.w)};
}
CUTS_RNG double2 curand_uniform2_double(curandStatePhilox4_32_10_t* __state) {
  uint4 __x = curand4(__state);
  return double2{cuts_uniform_double(__x.x, __x.y), cuts_uniform_double(__x.z, __x.w)};
}
CUTS_RNG float4 curand_normal4(curandStatePhilox4_32_10_t* __state) {
  uint4 __x = curand4(__state);
  float2 __a = cuts_box_muller(__x.x, __x.y), __b = cuts_box_muller(__x.z, __x.w);
  return float4{__a.x, __a.y, __b.x, __b.y};
}
CUTS_RNG float4 curand_log_normal4(curandStatePhilox4_32_10_t* __state, float __mean, float __deviation) {
  float4 __n = curand_normal4(__state);
  return float4{expf(__mean + __deviation * __n.x), expf(__mean + __deviation * __n.y),
                expf(__mean + __deviation * __n.z), expf(__mean + __deviation * __n.w)};
}

// Means below 64: Knuth's product of uniform numbers, as in cuRAND.
template <class _State> CUTS_RNG unsigned cuts_poisson_product(_State* __state, float __mean) {
  unsigned __count = 0;
  float __product = expf(__mean);
  do {
    ++__count;
    __product *= curand_uniform(__state);
  } while (__product > 1.0f);
  return __count - 1;
}
template <class _State> CUTS_RNG unsigned cuts_poisson_rejection(_State* __state, double __mean) {
  const double __root = sqrt(__mean), __log_mean = log(__mean);
  const double __b = 0.931 + 2.53 * __root, __a = -0.059 + 0.02483 * __b;
  const double __inverse_alpha = 1.1239 + 1.1328 / (__b - 3.4), __v_r = 0.9277 - 3.6224 / (__b - 2.0);
  for (;;) {
    double __u = static_cast<double>(curand_uniform(__state)) - 0.5;
    double __v = static_cast<double>(curand_uniform(__state));
    double __us = 0.5 - fabs(__u);
    if (__us <= 0.0) continue;
    double __k = floor((2.0 * __a / __us + __b) * __u + __mean + 0.43);
    if (__us >= 0.07 && __v <= __v_r) return static_cast<unsigned>(__k);
    if (__k < 0.0 || (__us < 0.013 && __v > __us)) continue;
    if (log(__v) + log(__inverse_alpha) - log(__a / (__us * __us) + __b) <=
        -__mean + __k * __log_mean - lgamma(__k + 1.0))
      return static_cast<unsigned>(__k);
  }
}
template <class _State> CUTS_RNG unsigned curand_poisson(_State* __state, double __mean) {
  if (__mean < 64.0) return cuts_poisson_product(__state, static_cast<float>(__mean));
  if (__mean > 4000.0)
    return static_cast<unsigned>(sqrt(__mean) * curand_normal_double(__state) + __mean + 0.5);
  return cuts_poisson_rejection(__state, __mean);
}
