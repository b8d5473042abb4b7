// The math API in double. What LLVM has an intrinsic for goes through its __builtin_ name (pure, hoistable, and it does
// not stop the vectoriser) and ends as a call of libm where there is no instruction; the rest of libm is in libm.h.
#pragma once
#include "fused.h"
#include "libm.h"
#include "min_max.h"

#define CUTS_BUILTIN_1(name) \
  CUTS_FN double name(double x) { return __builtin_##name(x); }
CUTS_BUILTIN_1(acos)
CUTS_BUILTIN_1(asin)
CUTS_BUILTIN_1(atan)
CUTS_BUILTIN_1(ceil)
CUTS_BUILTIN_1(cos)
CUTS_BUILTIN_1(cosh)
CUTS_BUILTIN_1(exp)
CUTS_BUILTIN_1(exp2)
CUTS_BUILTIN_1(fabs)
CUTS_BUILTIN_1(floor)
CUTS_BUILTIN_1(log)
CUTS_BUILTIN_1(log10)
CUTS_BUILTIN_1(log2)
CUTS_BUILTIN_1(rint)
CUTS_BUILTIN_1(sin)
CUTS_BUILTIN_1(sinh)
CUTS_BUILTIN_1(sqrt)
CUTS_BUILTIN_1(tan)
CUTS_BUILTIN_1(tanh)
CUTS_BUILTIN_1(trunc)
#undef CUTS_BUILTIN_1
CUTS_FN double atan2(double y, double x) { return __builtin_atan2(y, x); }
CUTS_FN double pow(double x, double y) { return __builtin_pow(x, y); }
CUTS_FN double exp10(double x) { return __builtin_pow(10.0, x); }
CUTS_FN double copysign(double x, double y) { return __builtin_copysign(x, y); }
CUTS_FN double acosh(double x) { return x < 1.0 ? CUTS_NAN : cuts_libm_acosh(x); }
CUTS_FN double nearbyint(double x) { return __builtin_rint(x); }
CUTS_FN double round(double x) {
  double whole = __builtin_trunc(x);
  return __builtin_copysign(whole + (__builtin_fabs(x - whole) >= 0.5 ? __builtin_copysign(1.0, x) : 0.0), x);
}
CUTS_FN double fdim(double x, double y) { return x <= y ? 0.0 : x - y; }
CUTS_FN double fdivide(double x, double y) { return x / y; }
CUTS_FN double nan(const char*) { return CUTS_NAN; }
CUTS_FN double ldexp(double x, int n) { return scalbn(x, n); }
CUTS_FN double scalbln(double x, long n) { return scalbn(x, n > 9999 ? 9999 : n < -9999 ? -9999 : int(n)); }
CUTS_FN double modf(double x, double* whole) {
  *whole = __builtin_trunc(x);
  return __builtin_copysign(__builtin_fabs(x) == CUTS_INF ? 0.0 : x - *whole, x);
}
CUTS_FN void sincos(double x, double* sine, double* cosine) {
  *sine = __builtin_sin(x);
  *cosine = __builtin_cos(x);
}
CUTS_FN double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
CUTS_FN double rcbrt(double x) { return 1.0 / cbrt(x); }
CUTS_FN float rcbrtf(float x) { return float(1.0 / cbrt(double(x))); }
