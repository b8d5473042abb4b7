// math.h and cmath: the functions are in the prelude; this adds C's constants and puts the names into std.
#pragma once
#include "math_overloads.h"

#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
typedef float float_t;
typedef double double_t;

namespace std {
#define CUTS_USING(name) using ::name;
#define CUTS_USING_BOTH(name) \
  using ::name;               \
  using ::name##f;
CUTS_USING_BOTH(acos)
CUTS_USING_BOTH(acosh)
CUTS_USING_BOTH(asin)
CUTS_USING_BOTH(asinh)
CUTS_USING_BOTH(atan)
CUTS_USING_BOTH(atan2)
CUTS_USING_BOTH(atanh)
CUTS_USING_BOTH(cbrt)
CUTS_USING_BOTH(ceil)
CUTS_USING_BOTH(copysign)
CUTS_USING_BOTH(cos)
CUTS_USING_BOTH(cosh)
CUTS_USING_BOTH(erf)
CUTS_USING_BOTH(erfc)
CUTS_USING_BOTH(exp)
CUTS_USING_BOTH(exp2)
CUTS_USING_BOTH(expm1)
CUTS_USING_BOTH(fabs)
CUTS_USING_BOTH(fdim)
CUTS_USING_BOTH(floor)
CUTS_USING_BOTH(fma)
CUTS_USING_BOTH(fmax)
CUTS_USING_BOTH(fmin)
CUTS_USING_BOTH(fmod)
CUTS_USING_BOTH(frexp)
CUTS_USING_BOTH(hypot)
CUTS_USING_BOTH(ilogb)
CUTS_USING_BOTH(ldexp)
CUTS_USING_BOTH(lgamma)
CUTS_USING_BOTH(llrint)
CUTS_USING_BOTH(llround)
CUTS_USING_BOTH(log)
CUTS_USING_BOTH(log10)
CUTS_USING_BOTH(log1p)
CUTS_USING_BOTH(log2)
CUTS_USING_BOTH(logb)
CUTS_USING_BOTH(lrint)
CUTS_USING_BOTH(lround)
CUTS_USING_BOTH(modf)
CUTS_USING_BOTH(nan)
CUTS_USING_BOTH(nearbyint)
CUTS_USING_BOTH(nextafter)
CUTS_USING_BOTH(pow)
CUTS_USING_BOTH(remainder)
CUTS_USING_BOTH(remquo)
CUTS_USING_BOTH(rint)
CUTS_USING_BOTH(round)
CUTS_USING_BOTH(scalbln)
CUTS_USING_BOTH(scalbn)
CUTS_USING_BOTH(sin)
CUTS_USING_BOTH(sinh)
CUTS_USING_BOTH(sqrt)
CUTS_USING_BOTH(tan)
CUTS_USING_BOTH(tanh)
CUTS_USING_BOTH(tgamma)
CUTS_USING_BOTH(trunc)
CUTS_USING(abs)
CUTS_USING(isfinite)
CUTS_USING(isgreater)
CUTS_USING(isgreaterequal)
CUTS_USING(isinf)
CUTS_USING(isless)
CUTS_USING(islessequal)
CUTS_USING(isnan)
CUTS_USING(isnormal)
CUTS_USING(isunordered)
CUTS_USING(signbit)
#undef CUTS_USING_BOTH
#undef CUTS_USING
}
