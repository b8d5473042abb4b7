// The functions of C's math library that are linked from it, float and double. Those that LLVM has an intrinsic for
// are reached through __builtin_ names instead (double_math.h); those in hot loops have versions of their own
// (float_*.h). `const`: no errno here.
#pragma once
#include "qualifiers.h"

extern "C" {
#define CUTS_LIBM __device__ __attribute__((const, noconvergent, nothrow))
#define CUTS_LIBM_1(name)        \
  CUTS_LIBM double name(double); \
  CUTS_LIBM float name##f(float);
#define CUTS_LIBM_2(name)                \
  CUTS_LIBM double name(double, double); \
  CUTS_LIBM float name##f(float, float);
CUTS_LIBM_1(asinh)
CUTS_LIBM_1(atanh)
CUTS_LIBM_1(cbrt)
CUTS_LIBM_1(erfc)
CUTS_LIBM_1(j0)
CUTS_LIBM_1(j1)
CUTS_LIBM_1(logb)
CUTS_LIBM_1(y0)
CUTS_LIBM_1(y1)
CUTS_LIBM_2(fmod)
CUTS_LIBM_2(nextafter)
CUTS_LIBM_2(remainder)
// Wrapped in double_math.h and float_math.h: the library's own are wrong for some negative arguments.
CUTS_LIBM double cuts_libm_acosh(double) __asm__("acosh");
CUTS_LIBM float cuts_libm_acoshf(float) __asm__("acoshf");
CUTS_LIBM float coshf(float);
CUTS_LIBM float sinhf(float);
CUTS_LIBM double erf(double);
CUTS_LIBM double expm1(double);
CUTS_LIBM double hypot(double, double);
CUTS_LIBM double log1p(double);
CUTS_LIBM int ilogb(double);
CUTS_LIBM int ilogbf(float);
CUTS_LIBM double jn(int, double);
CUTS_LIBM float jnf(int, float);
CUTS_LIBM double yn(int, double);
CUTS_LIBM float ynf(int, float);
CUTS_LIBM double scalbn(double, int);
CUTS_LIBM float scalbnf(float, int);
// lgamma also writes the library's `signgam`, which nothing here reads.
CUTS_LIBM_1(lgamma)
CUTS_LIBM_1(tgamma)
#undef CUTS_LIBM_1
#undef CUTS_LIBM_2
#undef CUTS_LIBM
// These write through a pointer.
__device__ __attribute__((noconvergent, nothrow)) double frexp(double, int*);
__device__ __attribute__((noconvergent, nothrow)) float frexpf(float, int*);
__device__ __attribute__((noconvergent, nothrow)) double remquo(double, double, int*);
__device__ __attribute__((noconvergent, nothrow)) float remquof(float, float, int*);
}
