// Functions of complex numbers, of which neither NVRTC nor the cpu device has any. Branch cuts and the signs of zeros are
// those of C99's annex G; near cuts and poles Kahan's formulas keep the digits that plain ones lose.
#pragma once
#include "../kernels/prelude.cuh"

template <class F> CUTS_INLINE bool cuts_is_inf(F x) { return x == x && x - x != 0; }
template <class F> CUTS_INLINE bool cuts_is_finite(F x) { return x - x == 0; }
template <class F> CUTS_INLINE bool cuts_is_negative(F x) { return copysign((F)1, x) < 0; }
template <class T> CUTS_INLINE cuts_complex<T> cuts_scale(cuts_complex<T> z, double s) { return cuts_make(z.re * (T)s, z.im * (T)s); }
template <class T> CUTS_INLINE cuts_complex<T> cuts_sign(cuts_complex<T> z) {
  T size = hypot(z.re, z.im);
  if (size == 0) return cuts_make((T)0, (T)0);
  if (cuts_is_inf(size)) {
    if (cuts_is_inf(z.re) && cuts_is_inf(z.im)) return cuts_make(size - size, size - size);
    return cuts_is_inf(z.re) ? cuts_make(copysign((T)1, z.re), (T)0) : cuts_make((T)0, copysign((T)1, z.im));
  }
  return cuts_make(z.re / size, z.im / size);
}
template <class T> CUTS_INLINE cuts_complex<T> cuts_sqrt(cuts_complex<T> z) {
  T a = z.re, b = z.im;
  if (a == 0 && b == 0) return cuts_make((T)0, b);
  if (cuts_is_inf(b)) return cuts_make(fabs(b), b);
  if (a != a) return cuts_make(a, a);
  if (cuts_is_inf(a)) return a < 0 ? cuts_make(fabs(b - b), copysign(a, b)) : cuts_make(a, copysign(b - b, b));
  T scale = 1;
  if (fabs(a) > (T)1e30 || fabs(b) > (T)1e30) { a /= 4; b /= 4; scale = 2; }
  T t = sqrt((fabs(a) + hypot(a, b)) / 2);
  return a >= 0 ? cuts_make(t * scale, b / (2 * t) * scale) : cuts_make(fabs(b) / (2 * t) * scale, copysign(t, b) * scale);
}
// factor * exp(z) for large real parts, by half of the exponent at a time: the product may be finite where exp(z.re) is not.
template <class T> CUTS_INLINE cuts_complex<T> cuts_large_exp(cuts_complex<T> z, double factor) {
  T half = exp(z.re / 2);
  return cuts_make((T)factor * cos(z.im) * half * half, (T)factor * sin(z.im) * half * half);
}
template <class T> CUTS_INLINE cuts_complex<T> cuts_exp(cuts_complex<T> z) {
  T a = z.re, b = z.im;
  if (b == 0) return cuts_make(exp(a), b);
  if (!cuts_is_finite(b)) return a < 0 && cuts_is_inf(a) ? cuts_make((T)0, copysign((T)0, b)) : cuts_make(a > 0 && cuts_is_inf(a) ? a : b - b, b - b);
  if (a > 80) return cuts_large_exp(z, 1);
  return cuts_make(cos(b) * exp(a), sin(b) * exp(a));
}
template <class T> CUTS_INLINE T cuts_log_size(T x, T y) {
  x = fabs(x); y = fabs(y);
  T large = x > y ? x : y, small = x > y ? y : x;
  if (large > (T)1e30 && cuts_is_finite(large)) return log(hypot(x / 4, y / 4)) + (T)1.3862943611198906;
  T size = hypot(x, y);
  if (size > (T)0.5 && size < 2) return log1p((large - 1) * (large + 1) + small * small) / 2;
  return log(size);
}
template <class T> CUTS_INLINE cuts_complex<T> cuts_log(cuts_complex<T> z) { return cuts_make(cuts_log_size(z.re, z.im), atan2(z.im, z.re)); }
template <class T> CUTS_INLINE cuts_complex<T> cuts_log1p(cuts_complex<T> z) {
  T size = fabs(z.re) + fabs(z.im);
  T re = size < (T)0.25 ? log1p(z.re * (2 + z.re) + z.im * z.im) / 2 : cuts_log_size(1 + z.re, z.im);
  return cuts_make(re, atan2(z.im, 1 + z.re));
}
template <class T> CUTS_INLINE cuts_complex<T> cuts_expm1(cuts_complex<T> z) {
  if (z.im == 0) return cuts_make(expm1(z.re), z.im);
  if (!cuts_is_finite(z.im) || !(fabs(z.re) < 80)) {
    cuts_complex<T> e = cuts_exp(z);
    return cuts_make(e.re - 1, e.im);
  }
  T half = sin(z.im / 2);
  return cuts_make(expm1(z.re) * cos(z.im) - 2 * half * half, exp(z.re) * sin(z.im));
}
template <class T> CUTS_INLINE cuts_complex<T> cuts_sinh(cuts_complex<T> z) {
  T a = z.re, b = z.im;
  if (b == 0) return cuts_make(sinh(a), b);
  if (!cuts_is_finite(b)) return cuts_make(a == 0 || cuts_is_inf(a) ? a : b - b, b - b);
  if (a == 0) return cuts_make(a * cos(b), sin(b));
  if (fabs(a) < 80) return cuts_make(sinh(a) * cos(b), cosh(a) * sin(b));
  cuts_complex<T> e = cuts_large_exp(cuts_make(fabs(a), b), 0.5);
  return cuts_make(a < 0 ? -e.re : e.re, e.im);
}
template <class T> CUTS_INLINE cuts_complex<T> cuts_cosh(cuts_complex<T> z) {
  T a = z.re, b = z.im;
  if (b == 0) return cuts_make(cosh(a), b * copysign((T)1, a));
  if (!cuts_is_finite(b)) return cuts_make(cuts_is_inf(a) ? fabs(a) : b - b, a == 0 ? a : b - b);
  if (a == 0) return cuts_make(cos(b), a * sin(b));
  if (fabs(a) < 80) return cuts_make(cosh(a) * cos(b), sinh(a) * sin(b));
  cuts_complex<T> e = cuts_large_exp(cuts_make(fabs(a), b), 0.5);
  return cuts_make(e.re, a < 0 ? -e.im : e.im);
}
template <class T> CUTS_INLINE cuts_complex<T> cuts_tanh(cuts_complex<T> z) {
  if (z.im == 0) return cuts_make(tanh(z.re), z.im);
  if (cuts_is_inf(z.re)) return cuts_make(copysign((T)1, z.re), copysign((T)0, cuts_is_finite(z.im) ? sin(2 * z.im) : z.im));
  if (!cuts_is_finite(z.im)) return cuts_make(z.re == 0 ? z.re : z.im - z.im, z.im - z.im);
  if (z.re == 0) return cuts_make(z.re, tan(z.im));
  if (fabs(z.re) > 22) {
    T small = exp(-fabs(z.re));
    return cuts_make(copysign((T)1, z.re), 4 * sin(z.im) * cos(z.im) * small * small);
  }
  T t = tan(z.im), beta = 1 + t * t, s = sinh(z.re), rho = sqrt(1 + s * s), below = 1 + beta * s * s;
  return cuts_make(beta * rho * s / below, t / below);
}
// sin(z) = -i sinh(iz), and so on: a turn by a right angle before and after.
template <class T> CUTS_INLINE cuts_complex<T> cuts_turn(cuts_complex<T> z) { return cuts_make(-z.im, z.re); }
template <class T> CUTS_INLINE cuts_complex<T> cuts_turn_back(cuts_complex<T> z) { return cuts_make(z.im, -z.re); }
template <class T> CUTS_INLINE cuts_complex<T> cuts_sin(cuts_complex<T> z) { return cuts_turn_back(cuts_sinh(cuts_turn(z))); }
template <class T> CUTS_INLINE cuts_complex<T> cuts_cos(cuts_complex<T> z) { return cuts_cosh(cuts_turn(z)); }
template <class T> CUTS_INLINE cuts_complex<T> cuts_tan(cuts_complex<T> z) { return cuts_turn_back(cuts_tanh(cuts_turn(z))); }
// Where the inverse functions are logarithms of 2 z, and log |2 z|: from where 1 / z^2 does not show, and at infinities.
template <class T> CUTS_INLINE bool cuts_is_large(cuts_complex<T> z) { return fabs(z.re) > (T)1e9 || fabs(z.im) > (T)1e9; }
template <class T> CUTS_INLINE T cuts_log_twice(cuts_complex<T> z) { return cuts_log_size(z.re, z.im) + (T)0.6931471805599453; }
// The roots of 1 - z and 1 + z.
template <class T> CUTS_INLINE cuts_complex<T> cuts_root_below(cuts_complex<T> z) { return cuts_sqrt(cuts_make(1 - z.re, -z.im)); }
template <class T> CUTS_INLINE cuts_complex<T> cuts_root_above(cuts_complex<T> z) { return cuts_sqrt(cuts_make(1 + z.re, z.im)); }
template <class T> CUTS_INLINE cuts_complex<T> cuts_asin(cuts_complex<T> z) {
  if (cuts_is_large(z)) return cuts_make(atan2(z.re, fabs(z.im)), copysign(cuts_log_twice(z), z.im));
  if (z.re == 0) return cuts_make(z.re, asinh(z.im));
  cuts_complex<T> p = cuts_root_below(z), q = cuts_root_above(z);
  return cuts_make(atan2(z.re, p.re * q.re - p.im * q.im), asinh(p.re * q.im - p.im * q.re));
}
template <class T> CUTS_INLINE cuts_complex<T> cuts_acos(cuts_complex<T> z) {
  if (cuts_is_large(z)) return cuts_make(atan2(fabs(z.im), z.re), -copysign(cuts_log_twice(z), z.im));
  if (z.re == 0) return cuts_make((T)1.5707963267948966, -asinh(z.im));
  cuts_complex<T> p = cuts_root_below(z), q = cuts_root_above(z);
  return cuts_make(2 * atan2(p.re, q.re), asinh(q.re * p.im - q.im * p.re));
}
template <class T> CUTS_INLINE cuts_complex<T> cuts_acosh(cuts_complex<T> z) {
  if (cuts_is_large(z)) return cuts_make(cuts_log_twice(z), atan2(z.im, z.re));
  if (z.re == 0) return cuts_make(asinh(fabs(z.im)), copysign((T)1.5707963267948966, z.im));
  cuts_complex<T> p = cuts_sqrt(cuts_make(z.re - 1, z.im)), q = cuts_root_above(z);
  return cuts_make(asinh(p.re * q.re + p.im * q.im), 2 * atan2(p.im, q.re));
}
template <class T> CUTS_INLINE cuts_complex<T> cuts_asinh(cuts_complex<T> z) { return cuts_turn(cuts_asin(cuts_turn_back(z))); }
template <class T> CUTS_INLINE cuts_complex<T> cuts_atanh(cuts_complex<T> z) {
  T x = fabs(z.re), y = z.im;
  if (cuts_is_inf(x) || cuts_is_inf(y)) return cuts_make(copysign((T)0, z.re), y != y ? y : copysign((T)1.5707963267948966, y));
  if (x == 0) return cuts_make(z.re, atan(y));
  if (x != x || y != y) return cuts_make(x + y, x + y);
  if (x > (T)1e15 || fabs(y) > (T)1e15) {
    T size = hypot(x, y);
    return cuts_make(copysign(x / size / size, z.re), copysign((T)1.5707963267948966, y));
  }
  T re = x == 1 && fabs(y) < (T)1e-3 ? (log(hypot((T)2, y)) - log(fabs(y))) / 2 : log1p(4 * x / ((1 - x) * (1 - x) + y * y)) / 4;
  return cuts_make(copysign(re, z.re), atan2(2 * y, (1 - x) * (1 + x) - y * y) / 2);
}
template <class T> CUTS_INLINE cuts_complex<T> cuts_atan(cuts_complex<T> z) { return cuts_turn_back(cuts_atanh(cuts_turn(z))); }
// Whole exponents of usual size by multiplication, which is exact where the result is, unless infinities meet on the way.
template <class T> CUTS_INLINE cuts_complex<T> cuts_pow(cuts_complex<T> a, cuts_complex<T> b) {
  if (b.re == 0 && b.im == 0) return cuts_make((T)1, (T)0);
  if (a.re == 0 && a.im == 0) {
    if (b.re > 0) return cuts_make((T)0, (T)0);
    return cuts_make((T)0 / a.re, (T)0 / a.re);
  }
  if (b.im == 0 && b.re == floor(b.re) && fabs(b.re) < 100) {
    cuts_complex<T> result = cuts_make((T)1, (T)0), factor = a;
    for (int n = (int)fabs(b.re); n != 0; n >>= 1) {
      if ((n & 1) != 0) result = result * factor;
      factor = factor * factor;
    }
    if (b.re < 0) result = cuts_make((T)1, (T)0) / result;
    if (result == result) return result;
  }
  cuts_complex<T> power = b * cuts_log(a);
  return cuts_exp(power);
}
