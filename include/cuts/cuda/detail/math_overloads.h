// The overloads C++ expects of the math functions: float arguments give float, integers go to double, mixed arguments
// to the wider type; the float forms follow NVRTC's own overload set (`pow(float, int)` stays float).
#pragma once
#include "double_math.h"
#include "float_math.h"
#include "intrinsics_convert.h"
#include "special_math.h"

template <bool> struct cuts_enable {};
template <> struct cuts_enable<true> { typedef double type; };
template <class T> using cuts_if_integer = typename cuts_enable<__is_integral(T)>::type;
// double where at least one argument is not float; both float has an exact overload.
template <class A, class B>
using cuts_if_mixed = typename cuts_enable<(__is_integral(A) && __is_integral(B)) ||
                                           (__is_arithmetic(A) && __is_arithmetic(B) && !__is_same(A, B))>::type;

#define CUTS_UNARY(name)                             \
  CUTS_FN float name(float x) { return name##f(x); } \
  template <class T> CUTS_MATH cuts_if_integer<T> name(T x) { return name(static_cast<double>(x)); }
CUTS_UNARY(acos)
CUTS_UNARY(acosh)
CUTS_UNARY(asin)
CUTS_UNARY(asinh)
CUTS_UNARY(atan)
CUTS_UNARY(atanh)
CUTS_UNARY(cbrt)
CUTS_UNARY(ceil)
CUTS_UNARY(cos)
CUTS_UNARY(cosh)
CUTS_UNARY(erf)
CUTS_UNARY(erfc)
CUTS_UNARY(exp)
CUTS_UNARY(exp10)
CUTS_UNARY(exp2)
CUTS_UNARY(expm1)
CUTS_UNARY(fabs)
CUTS_UNARY(floor)
CUTS_UNARY(lgamma)
CUTS_UNARY(log)
CUTS_UNARY(log10)
CUTS_UNARY(log1p)
CUTS_UNARY(log2)
CUTS_UNARY(logb)
CUTS_UNARY(nearbyint)
CUTS_UNARY(rint)
CUTS_UNARY(round)
CUTS_UNARY(rsqrt)
CUTS_UNARY(sin)
CUTS_UNARY(sinh)
CUTS_UNARY(sqrt)
CUTS_UNARY(tan)
CUTS_UNARY(tanh)
CUTS_UNARY(tgamma)
CUTS_UNARY(trunc)
#undef CUTS_UNARY

#define CUTS_FLOAT(name) \
  CUTS_FN float name(float x) { return name##f(x); }
CUTS_FLOAT(cospi)
CUTS_FLOAT(cyl_bessel_i0)
CUTS_FLOAT(cyl_bessel_i1)
CUTS_FLOAT(erfcinv)
CUTS_FLOAT(erfcx)
CUTS_FLOAT(erfinv)
CUTS_FLOAT(j0)
CUTS_FLOAT(j1)
CUTS_FLOAT(normcdf)
CUTS_FLOAT(normcdfinv)
CUTS_FLOAT(rcbrt)
CUTS_FLOAT(sinpi)
CUTS_FLOAT(y0)
CUTS_FLOAT(y1)
#undef CUTS_FLOAT

#define CUTS_BINARY(name)                                                    \
  CUTS_FN float name(float x, float y) { return name##f(x, y); }             \
  template <class A, class B> CUTS_MATH cuts_if_mixed<A, B> name(A x, B y) { \
    return name(static_cast<double>(x), static_cast<double>(y));             \
  }
CUTS_BINARY(atan2)
CUTS_BINARY(copysign)
CUTS_BINARY(fdim)
CUTS_BINARY(fmod)
CUTS_BINARY(hypot)
CUTS_BINARY(nextafter)
CUTS_BINARY(pow)
CUTS_BINARY(remainder)
#undef CUTS_BINARY
CUTS_FN float rhypot(float x, float y) { return rhypotf(x, y); }
template <class A, class B> CUTS_MATH cuts_if_mixed<A, B> fmin(A x, B y) { return cuts_fmin<double>(x, y); }
template <class A, class B> CUTS_MATH cuts_if_mixed<A, B> fmax(A x, B y) { return cuts_fmax<double>(x, y); }

// Small constant powers are products, as everyone hopes who writes pow(x, 2).
CUTS_FN float pow(float x, int n) {
  if (__builtin_constant_p(n)) {
    if (n == 2) return x * x;
    if (n == 3) return x * x * x;
    if (n == 4) return (x * x) * (x * x);
  }
  return cuts_pow(x, n);
}
CUTS_FN double pow(double x, int n) { return __builtin_pow(x, n); }
CUTS_FN float powif(float x, int n) { return pow(x, n); }
CUTS_FN double powi(double x, int n) { return pow(x, n); }

CUTS_FN float fma(float a, float b, float c) { return fmaf(a, b, c); }
CUTS_FN float frexp(float x, int* exponent) { return frexpf(x, exponent); }
CUTS_FN int ilogb(float x) { return ilogbf(x); }
CUTS_FN float jn(int n, float x) { return jnf(n, x); }
CUTS_FN float yn(int n, float x) { return ynf(n, x); }
CUTS_FN float ldexp(float x, int n) { return ldexpf(x, n); }
CUTS_FN float scalbn(float x, int n) { return scalbnf(x, n); }
CUTS_FN float scalbln(float x, long n) { return scalblnf(x, n); }
// To integers, with the GPU's saturation; a long has 4 or 8 bytes.
template <class F> CUTS_MATH long cuts_to_long(F x) {
  return sizeof(long) == 8 ? long(cuts_to_ll(x)) : long(cuts_to_int(x));
}
#define CUTS_TO_INTEGER(T, suffix)                                              \
  CUTS_FN long lrint##suffix(T x) { return cuts_to_long(rint##suffix(x)); }     \
  CUTS_FN long lround##suffix(T x) { return cuts_to_long(round##suffix(x)); }   \
  CUTS_FN long long llrint##suffix(T x) { return cuts_to_ll(rint##suffix(x)); } \
  CUTS_FN long long llround##suffix(T x) { return cuts_to_ll(round##suffix(x)); }
CUTS_TO_INTEGER(float, f)
CUTS_TO_INTEGER(float, )
CUTS_TO_INTEGER(double, )
#undef CUTS_TO_INTEGER
CUTS_FN float modf(float x, float* whole) { return modff(x, whole); }
CUTS_FN float remquo(float x, float y, int* quotient) { return remquof(x, y, quotient); }
CUTS_FN void sincos(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
CUTS_FN void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }

#define CUTS_CLASSIFY(T)                                                                         \
  CUTS_FN bool isnan(T x) { return x != x; }                                                     \
  CUTS_FN bool isinf(T x) { return __builtin_elementwise_abs(x) == static_cast<T>(CUTS_INF); }   \
  CUTS_FN bool isfinite(T x) { return __builtin_elementwise_abs(x) < static_cast<T>(CUTS_INF); } \
  CUTS_FN bool signbit(T x) { return cuts_bits(x) >> (8 * sizeof(T) - 1); }                      \
  CUTS_FN bool isnormal(T x) { return __builtin_isnormal(x); }                                   \
  CUTS_FN bool isgreater(T x, T y) { return x > y; }                                             \
  CUTS_FN bool isgreaterequal(T x, T y) { return x >= y; }                                       \
  CUTS_FN bool isless(T x, T y) { return x < y; }                                                \
  CUTS_FN bool islessequal(T x, T y) { return x <= y; }                                          \
  CUTS_FN bool isunordered(T x, T y) { return x != x || y != y; }
CUTS_CLASSIFY(float)
CUTS_CLASSIFY(double)
#undef CUTS_CLASSIFY
CUTS_FN int __isnanf(float x) { return x != x; }
CUTS_FN int __isnan(double x) { return x != x; }
CUTS_FN int __isinff(float x) { return isinf(x); }
CUTS_FN int __isinf(double x) { return isinf(x); }
CUTS_FN int __finitef(float x) { return isfinite(x); }
CUTS_FN int __finite(double x) { return isfinite(x); }
CUTS_FN int __signbitf(float x) { return signbit(x); }
CUTS_FN int __signbit(double x) { return signbit(x); }
