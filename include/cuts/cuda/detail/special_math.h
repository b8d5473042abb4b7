// What CUDA's math API has and C's library lacks: multiples of pi, norms, error-function relatives, Bessel functions
// of imaginary argument. In double; the float forms compute in double and round. Correct first, not for hot loops.
#pragma once
#include "double_math.h"
#include "float_math.h"

#define CUTS_SPECIAL template <int = 0> static __host__ __device__ __inline__

// x = quadrant / 2 + r, exactly.
CUTS_SPECIAL double cuts_trigpi(double x, int extra) {
  CUTS_EXACT_FP
  double y = x - 2.0 * __builtin_rint(0.5 * x), n = __builtin_rint(y + y);
  double angle = (y - 0.5 * n) * 0x1.921fb54442d18p+1;
  int quadrant = (y == y ? int(n) : 0) + extra;
  double value = quadrant & 1 ? __builtin_cos(angle) : __builtin_sin(angle);
  return quadrant & 2 ? -value : value;
}
CUTS_SPECIAL double sinpi(double x) { return x == __builtin_rint(x) ? x * 0.0 : cuts_trigpi(x, 0); }
CUTS_SPECIAL double cospi(double x) { return cuts_trigpi(x, 1) + 0.0; }
CUTS_SPECIAL void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}

// The root of a sum of squares, scaled by a power of two so that nothing overflows or underflows on the way.
template <class Values> static __host__ __device__ __inline__ double cuts_norm(int count, Values values, bool reciprocal) {
  double largest = 0.0;
  bool missing = false;
  for (int i = 0; i < count; ++i) {
    largest = cuts_fmax(largest, __builtin_fabs(values[i]));
    missing = missing || values[i] != values[i];
  }
  if (largest == CUTS_INF) return reciprocal ? 0.0 : CUTS_INF;
  if (missing) return CUTS_NAN;
  if (largest == 0.0) return reciprocal ? CUTS_INF : 0.0;
  int exponent = ilogb(largest);
  double sum = 0.0;
  for (int i = 0; i < count; ++i) {
    double scaled = scalbn(values[i], -exponent);
    sum += scaled * scaled;
  }
  double root = __builtin_sqrt(sum);
  return reciprocal ? scalbn(1.0 / root, -exponent) : scalbn(root, exponent);
}
CUTS_SPECIAL double norm(int count, const double* values) { return cuts_norm(count, values, false); }
CUTS_SPECIAL double rnorm(int count, const double* values) { return cuts_norm(count, values, true); }
CUTS_SPECIAL double norm3d(double x, double y, double z) {
  double values[3] = {x, y, z};
  return cuts_norm(3, values, false);
}
CUTS_SPECIAL double norm4d(double x, double y, double z, double w) {
  double values[4] = {x, y, z, w};
  return cuts_norm(4, values, false);
}
CUTS_SPECIAL double rnorm3d(double x, double y, double z) {
  double values[3] = {x, y, z};
  return cuts_norm(3, values, true);
}
CUTS_SPECIAL double rnorm4d(double x, double y, double z, double w) {
  double values[4] = {x, y, z, w};
  return cuts_norm(4, values, true);
}
CUTS_SPECIAL double rhypot(double x, double y) {
  double values[2] = {x, y};
  return cuts_norm(2, values, true);
}

// exp(x^2) erfc(x). The square is carried in two parts: its rounding error would be magnified by exp.
CUTS_SPECIAL double erfcx(double x) {
  CUTS_EXACT_FP
  if (x < 10.0) {
    double square = x * x, low = __builtin_fma(x, x, -square);
    if (x < -26.7) return CUTS_INF;
    return __builtin_exp(square) * (1.0 + low) * erfc(x);
  }
  // Asymptotic series: 1/(x sqrt(pi)) (1 - 1/(2x^2) + 1*3/(2x^2)^2 - ...)
  double z = 0.5 / x / x, term = 1.0, sum = 1.0;
  for (int n = 1; n <= 15; ++n) {
    term *= -(2 * n - 1) * z;
    sum += term;
  }
  return sum * 0x1.20dd750429b6dp-1 / x;
}

// x with erf(x) = a and erfc(x) = p = 1 - a, for a in (0, 1); of the two the smaller is exact. Halley's method from a
// start that is good to a few per cent.
CUTS_SPECIAL double cuts_erf_inverse(double a, double p) {
  CUTS_EXACT_FP
  double x;
  if (a < 0.5) {
    double u = a * 0x1.c5bf891b4ef6bp-1;  // sqrt(pi)/2
    x = u + u * u * u / 3.0;
  } else {
    // Hastings' rational approximation of the normal quantile, divided by sqrt(2).
    double t = __builtin_sqrt(-2.0 * (__builtin_log(p) - 0x1.62e42fefa39efp-1));
    double above = 2.515517 + t * (0.802853 + t * 0.010328);
    double below = 1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    x = (t - above / below) * 0x1.6a09e667f3bcdp-1;
  }
  if (p < 0x1p-960) {
    // erfc has few digits down there, but its logarithm has all: Newton's method on log(erfcx(x)) - x^2.
    for (int i = 0; i < 4; ++i) x += (__builtin_log(erfcx(x)) - x * x - __builtin_log(p)) * erfcx(x) * 0x1.c5bf891b4ef6bp-1;
    return x;
  }
  for (int i = 0; i < 3; ++i) {
    double error = a < 0.5 ? erf(x) - a : p - erfc(x);
    double root = __builtin_exp(0.5 * (x * x));  // exp(x^2) would overflow for the smallest p
    double step = error * 0x1.c5bf891b4ef6bp-1 * root * root;
    x -= step / (1.0 + x * step);
  }
  return x;
}
CUTS_SPECIAL double erfinv(double y) {
  double a = __builtin_fabs(y);
  if (!(a < 1.0)) return a == 1.0 ? y * CUTS_INF : CUTS_NAN;
  if (a < 0x1p-27) return y * 0x1.c5bf891b4ef6bp-1;
  return __builtin_copysign(cuts_erf_inverse(a, 1.0 - a), y);
}
CUTS_SPECIAL double erfcinv(double y) {
  if (!(y > 0.0 && y < 2.0)) return y == 0.0 ? CUTS_INF : y == 2.0 ? -CUTS_INF : CUTS_NAN;
  if (y > 0.5 && y < 1.5) return erfinv(1.0 - y);
  return y > 1.0 ? -cuts_erf_inverse(y - 1.0, 2.0 - y) : cuts_erf_inverse(1.0 - y, y);
}

// Half of erfc(-x / sqrt(2)), with the rounding error of the quotient put back to first order.
CUTS_SPECIAL double normcdf(double x) {
  CUTS_EXACT_FP
  if (x < -39.0) return 0.0;
  if (x > 39.0) return 1.0;
  double t = x * -0x1.6a09e667f3bcdp-1;
  double low = __builtin_fma(x, -0x1.6a09e667f3bcdp-1, -t) + x * 0x1.bdd3413b26456p-55;
  double value = 0.5 * erfc(t);
  return t > 1.0 ? value * (1.0 - 2.0 * t * low) : value;
}
CUTS_SPECIAL double normcdfinv(double p) {
  return p >= 0.0 && p <= 1.0 ? -0x1.6a09e667f3bcdp+0 * erfcinv(p + p) : CUTS_NAN;
}

// I0 and I1: the power series from its last term inwards, and beyond 20 the asymptotic one.
CUTS_SPECIAL double cuts_bessel_i(double a, int order) {
  double term = 1.0, sum = 1.0;
  if (a <= 20.0) {
    double z = 0.25 * a * a;
    for (int k = 50; k > 0; --k) sum = 1.0 + sum * (z / (double(k) * (k + order)));
    return order == 0 ? sum : 0.5 * a * sum;
  }
  double mu = 4.0 * order;
  for (int k = 1; k < 60 && __builtin_fabs(term) > 0x1p-55; ++k) {
    double odd = 2.0 * k - 1.0;
    term *= -(mu - odd * odd) / (8.0 * a * k);
    sum += term;
  }
  double half = __builtin_exp(0.5 * a);  // exp(a) alone overflows earlier than I does
  return half * (sum / __builtin_sqrt(0x1.921fb54442d18p+2 * a)) * half;
}
CUTS_SPECIAL double cyl_bessel_i0(double x) {
  double a = __builtin_fabs(x);
  return a < 800.0 ? cuts_bessel_i(a, 0) : a * CUTS_INF;
}
CUTS_SPECIAL double cyl_bessel_i1(double x) {
  double a = __builtin_fabs(x);
  return __builtin_copysign(a < 800.0 ? cuts_bessel_i(a, 1) : a * CUTS_INF, x);
}

#define CUTS_FLOAT_FORM(name) \
  CUTS_SPECIAL float name##f(float x) { return float(name(double(x))); }
CUTS_FLOAT_FORM(erfcx)
CUTS_FLOAT_FORM(erfinv)
CUTS_FLOAT_FORM(erfcinv)
CUTS_FLOAT_FORM(normcdf)
CUTS_FLOAT_FORM(normcdfinv)
CUTS_FLOAT_FORM(cyl_bessel_i0)
CUTS_FLOAT_FORM(cyl_bessel_i1)
#undef CUTS_FLOAT_FORM
