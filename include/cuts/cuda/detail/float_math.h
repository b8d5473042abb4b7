// The rest of the math API in float: what is one instruction, what is short, what goes through double.
// Transcendental functions of hot loops are in float_*.h; names of libm that need nothing are in libm.h.
#pragma once
#include "float_arc.h"
#include "float_exp_log.h"
#include "float_power.h"
#include "float_sigmoid.h"
#include "float_trig.h"
#include "fused.h"
#include "libm.h"
#include "min_max.h"

CUTS_MATH float fabsf(float x) { return __builtin_fabsf(x); }
CUTS_MATH float sqrtf(float x) { return __builtin_sqrtf(x); }
CUTS_MATH float rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
CUTS_MATH float floorf(float x) { return __builtin_floorf(x); }
CUTS_MATH float ceilf(float x) { return __builtin_ceilf(x); }
CUTS_MATH float truncf(float x) { return __builtin_truncf(x); }
CUTS_MATH float rintf(float x) { return __builtin_rintf(x); }
CUTS_MATH float nearbyintf(float x) { return __builtin_rintf(x); }
// Halves away from zero, which no instruction does.
CUTS_MATH float roundf(float x) {
  float whole = __builtin_truncf(x);
  return __builtin_copysignf(whole + (__builtin_fabsf(x - whole) >= 0.5f ? __builtin_copysignf(1.0f, x) : 0.0f), x);
}
CUTS_MATH float copysignf(float x, float y) { return __builtin_copysignf(x, y); }
CUTS_MATH float fdimf(float x, float y) { return x <= y ? 0.0f : x - y; }
CUTS_MATH float nanf(const char*) { return CUTS_NAN_F; }
CUTS_MATH float fdividef(float x, float y) { return x / y; }
CUTS_MATH float ldexpf(float x, int n) { return scalbnf(x, n); }
CUTS_MATH float scalblnf(float x, long n) { return scalbnf(x, n > 9999 ? 9999 : n < -9999 ? -9999 : int(n)); }
CUTS_MATH float modff(float x, float* whole) {
  *whole = __builtin_truncf(x);
  return __builtin_copysignf(__builtin_fabsf(x) == CUTS_INF_F ? 0.0f : x - *whole, x);
}

CUTS_MATH float acoshf(float x) { return x < 1.0f ? CUTS_NAN_F : cuts_libm_acoshf(x); }

// Squares of floats neither overflow nor underflow in double. Infinity wins over NaN, as in hypot of C.
CUTS_MATH float cuts_root(float squares, float x, float y, float z, float w) {
  bool infinite = __builtin_fabsf(x) == CUTS_INF_F || __builtin_fabsf(y) == CUTS_INF_F ||
                  __builtin_fabsf(z) == CUTS_INF_F || __builtin_fabsf(w) == CUTS_INF_F;
  return infinite ? CUTS_INF_F : squares;
}
CUTS_MATH double cuts_squares(double x, double y, double z, double w) { return (x * x + y * y) + (z * z + w * w); }
CUTS_MATH float norm4df(float x, float y, float z, float w) {
  return cuts_root(float(__builtin_sqrt(cuts_squares(x, y, z, w))), x, y, z, w);
}
CUTS_MATH float norm3df(float x, float y, float z) { return norm4df(x, y, z, 0.0f); }
CUTS_MATH float hypotf(float x, float y) { return norm4df(x, y, 0.0f, 0.0f); }
CUTS_MATH float rnorm4df(float x, float y, float z, float w) {
  float value = float(1.0 / __builtin_sqrt(cuts_squares(x, y, z, w)));
  return cuts_root(0.0f, x, y, z, w) == CUTS_INF_F ? 0.0f : value;
}
CUTS_MATH float rnorm3df(float x, float y, float z) { return rnorm4df(x, y, z, 0.0f); }
CUTS_MATH float rhypotf(float x, float y) { return rnorm4df(x, y, 0.0f, 0.0f); }
CUTS_MATH float normf(int count, const float* values) {
  double sum = 0.0;
  bool infinite = false;
  for (int i = 0; i < count; ++i) {
    sum += double(values[i]) * values[i];
    infinite = infinite || __builtin_fabsf(values[i]) == CUTS_INF_F;
  }
  return infinite ? CUTS_INF_F : float(__builtin_sqrt(sum));
}
CUTS_MATH float rnormf(int count, const float* values) {
  double sum = 0.0;
  bool infinite = false;
  for (int i = 0; i < count; ++i) {
    sum += double(values[i]) * values[i];
    infinite = infinite || __builtin_fabsf(values[i]) == CUTS_INF_F;
  }
  return infinite ? 0.0f : float(1.0 / __builtin_sqrt(sum));
}
