// min, max, fmin, fmax and abs with CUDA's overloads, mixed signedness included. A NaN argument counts as missing.
// They are templates without a deduced parameter (CUTS_FN): conversions work as for plain functions, yet a user's own
// `int min(int, int)` is a better match instead of a redefinition.
#pragma once
#include "numeric_base.h"

// The selection vectorises to one pmin and one select; fminf of C would be a call on this target. Which of +0 and -0
// comes back is unspecified, as in C.
template <class T> CUTS_BOTH T cuts_fmin(T a, T b) {
  T least = b < a ? b : a;
  return a != a ? b : least;
}
template <class T> CUTS_BOTH T cuts_fmax(T a, T b) {
  T most = a < b ? b : a;
  return a != a ? b : most;
}
CUTS_MATH float fminf(float a, float b) {
  float least = b < a ? b : a;
  return a != a ? b : least;
}
CUTS_MATH float fmaxf(float a, float b) {
  float most = a < b ? b : a;
  return a != a ? b : most;
}
CUTS_FN double fmin(double a, double b) { return cuts_fmin(a, b); }
CUTS_FN double fmax(double a, double b) { return cuts_fmax(a, b); }
CUTS_FN float fmin(float a, float b) { return fminf(a, b); }
CUTS_FN float fmax(float a, float b) { return fmaxf(a, b); }

#define CUTS_MIN_MAX(R, A, B)                                                                                        \
  CUTS_BOTH_FN R(min)(A a, B b) { return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); } \
  CUTS_BOTH_FN R(max)(A a, B b) { return static_cast<R>(a) > static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); }
#define CUTS_MIN_MAX_SIGNS(S, U) \
  CUTS_MIN_MAX(S, S, S)          \
  CUTS_MIN_MAX(U, U, U)          \
  CUTS_MIN_MAX(U, S, U)          \
  CUTS_MIN_MAX(U, U, S)
CUTS_MIN_MAX_SIGNS(int, unsigned)
CUTS_MIN_MAX_SIGNS(long, unsigned long)
CUTS_MIN_MAX_SIGNS(long long, unsigned long long)
#undef CUTS_MIN_MAX_SIGNS
#undef CUTS_MIN_MAX

// size_t and 64-bit integers are one type on a GPU's host and two here: a mix of them must not be ambiguous.
template <class A, class B,
          bool = (__is_same(A, long) || __is_same(A, unsigned long)) &&
                 (__is_same(B, long long) || __is_same(B, unsigned long long))>
struct cuts_long_mix {};
template <class A, class B> struct cuts_long_mix<A, B, true> { typedef decltype(A() + B()) type; };
#define CUTS_MIN_MAX_LONG(A, B, First, Second)                                                       \
  template <class A, class B> CUTS_BOTH typename cuts_long_mix<First, Second>::type(min)(A a, B b) { \
    typedef typename cuts_long_mix<First, Second>::type R;                                           \
    return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b);            \
  }                                                                                                  \
  template <class A, class B> CUTS_BOTH typename cuts_long_mix<First, Second>::type(max)(A a, B b) { \
    typedef typename cuts_long_mix<First, Second>::type R;                                           \
    return static_cast<R>(a) > static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b);            \
  }
CUTS_MIN_MAX_LONG(A, B, A, B)
CUTS_MIN_MAX_LONG(A, B, B, A)
#undef CUTS_MIN_MAX_LONG

#define CUTS_MIN_MAX_FLOAT(R, A, B)                       \
  CUTS_BOTH_FN R(min)(A a, B b) { return cuts_fmin<R>(a, b); } \
  CUTS_BOTH_FN R(max)(A a, B b) { return cuts_fmax<R>(a, b); }
CUTS_MIN_MAX_FLOAT(float, float, float)
CUTS_MIN_MAX_FLOAT(double, double, double)
CUTS_MIN_MAX_FLOAT(double, float, double)
CUTS_MIN_MAX_FLOAT(double, double, float)
#undef CUTS_MIN_MAX_FLOAT

CUTS_BOTH_FN unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
CUTS_BOTH_FN unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
CUTS_BOTH_FN long long llmin(long long a, long long b) { return a < b ? a : b; }
CUTS_BOTH_FN long long llmax(long long a, long long b) { return a > b ? a : b; }
CUTS_BOTH_FN unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
CUTS_BOTH_FN unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }

CUTS_FN int abs(int a) { return a < 0 ? -a : a; }
CUTS_FN long abs(long a) { return a < 0 ? -a : a; }
CUTS_FN long long abs(long long a) { return a < 0 ? -a : a; }
CUTS_FN float abs(float a) { return __builtin_fabsf(a); }
CUTS_FN double abs(double a) { return __builtin_fabs(a); }
CUTS_FN long labs(long a) { return a < 0 ? -a : a; }
CUTS_FN long long llabs(long long a) { return a < 0 ? -a : a; }
