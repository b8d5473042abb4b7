// Written by `npm run generate` from the .cuh files beside it (tools/kernel-modules.ts). Do not edit.

import type { KernelSource } from "../kernels/kernel-definition.js";
import { preludeSource } from "../kernels/kernels.gen.js";

const wrapSource: KernelSource = {
  includes: [preludeSource],
  text: `template <class T> CUTS_INLINE T cuts_wrap(T x) { return x; }
CUTS_INLINE unsigned cuts_wrap(int x) { return (unsigned)x; }
CUTS_INLINE unsigned long long cuts_wrap(long long x) { return (unsigned long long)x; }
`,
};

/** arithmetic.cuh. */
export const arithmeticSource: KernelSource = {
  includes: [wrapSource],
  text: `template <class T> CUTS_INLINE T cuts_floor_divide(T a, T b) {
  if (b == 0) return 0;
  if (b == (T)-1 && (T)-1 < (T)0) return (T)(0 - cuts_wrap(a));
  T q = a / b;
  return (T)(a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q);
}
template <class T> CUTS_INLINE T cuts_remainder(T a, T b) {
  if (b == 0 || (b == (T)-1 && (T)-1 < (T)0)) return 0;
  T r = a % b;
  return (T)(r != 0 && (r < 0) != (b < 0) ? r + b : r);
}
template <class T> CUTS_INLINE T cuts_unit(T part) { return copysign(part == part && part - part != 0 ? (T)1 : (T)0, part); }
template <class T> CUTS_INLINE cuts_complex<T> cuts_quotient(cuts_complex<T> a, cuts_complex<T> b) {
  const T re_size = fabs(b.re), im_size = fabs(b.im), size = re_size > im_size ? re_size : im_size;
  if (size == 0 && re_size == im_size) return cuts_make(a.re / size, a.im / size);
  const T large = size * 16, small = 1 / size;
  const bool isFinite = a.re - a.re == 0 && a.im - a.im == 0, isBelowFinite = b.re - b.re == 0 && b.im - b.im == 0;
  if (isBelowFinite && (large - large != 0 || small - small != 0)) {
    const T factor = size > 1 ? (T)0.03125 : (T)18014398509481984.0;
    return cuts_make(a.re * factor, a.im * factor) / cuts_make(b.re * factor, b.im * factor);
  }
  const cuts_complex<T> q = a / b;
  if (q.re == q.re || q.im == q.im) return q;
  const T infinity = (T)1 / (T)0;
  if (isBelowFinite && (cuts_unit(a.re) != 0 || cuts_unit(a.im) != 0)) {
    T re = cuts_unit(a.re), im = cuts_unit(a.im);
    return cuts_make(infinity * (re * b.re + im * b.im), infinity * (im * b.re - re * b.im));
  }
  if (isFinite && (cuts_unit(b.re) != 0 || cuts_unit(b.im) != 0)) {
    T re = cuts_unit(b.re), im = cuts_unit(b.im);
    return cuts_make((T)0 * (a.re * re + a.im * im), (T)0 * (a.im * re - a.re * im));
  }
  return q;
}
template <class T> CUTS_INLINE cuts_complex<T> cuts_reciprocal(cuts_complex<T> z) {
  if (z.re == 0 && z.im == 0) return cuts_make(z.re / z.re, z.re / z.re);
  return cuts_quotient(cuts_make((T)1, (T)0), z);
}
template <class F> CUTS_INLINE F cuts_float_remainder(F a, F b) {
  F r = fmod(a, b);
  if (b == 0) return r;
  return r != 0 ? ((b < 0) != (r < 0) ? r + b : r) : copysign((F)0, b);
}
template <class F> CUTS_INLINE F cuts_float_floor_divide(F a, F b) {
  if (b == 0) return a / b;
  F r = fmod(a, b), q = (a - r) / b;
  if (r != 0 && (b < 0) != (r < 0)) q -= 1;
  if (q == 0) return copysign((F)0, a / b);
  F whole = floor(q);
  return q - whole > (F)0.5 ? whole + 1 : whole;
}
`,
};

/** comparison.cuh. */
export const comparisonSource: KernelSource = {
  includes: [wrapSource],
  text: `template <class T> CUTS_INLINE bool cuts_is_nan(T x) { return x != x; }
`,
};

const complexSource: KernelSource = {
  includes: [preludeSource],
  text: `template <class F> CUTS_INLINE bool cuts_is_inf(F x) { return x == x && x - x != 0; }
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
template <class T> CUTS_INLINE cuts_complex<T> cuts_turn(cuts_complex<T> z) { return cuts_make(-z.im, z.re); }
template <class T> CUTS_INLINE cuts_complex<T> cuts_turn_back(cuts_complex<T> z) { return cuts_make(z.im, -z.re); }
template <class T> CUTS_INLINE cuts_complex<T> cuts_sin(cuts_complex<T> z) { return cuts_turn_back(cuts_sinh(cuts_turn(z))); }
template <class T> CUTS_INLINE cuts_complex<T> cuts_cos(cuts_complex<T> z) { return cuts_cosh(cuts_turn(z)); }
template <class T> CUTS_INLINE cuts_complex<T> cuts_tan(cuts_complex<T> z) { return cuts_turn_back(cuts_tanh(cuts_turn(z))); }
template <class T> CUTS_INLINE bool cuts_is_large(cuts_complex<T> z) { return fabs(z.re) > (T)1e9 || fabs(z.im) > (T)1e9; }
template <class T> CUTS_INLINE T cuts_log_twice(cuts_complex<T> z) { return cuts_log_size(z.re, z.im) + (T)0.6931471805599453; }
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
`,
};

/** functions.cuh. */
export const functionsSource: KernelSource = {
  includes: [preludeSource],
  text: `template <class F> CUTS_INLINE F cuts_times(F a, F factor) { return factor == 0 ? 0 : a * factor; }
template <class F> CUTS_INLINE F cuts_sigmoid(F a) { return 1 / (1 + exp(-a)); }
template <class F> CUTS_INLINE F cuts_gelu(F a) { return cuts_times(a, erfc(a * (F)-0.7071067811865476) / 2); }
CUTS_INLINE double cuts_pow(double a, double b) { return pow(a, b); }
#ifdef __CUTS_CPU__
CUTS_INLINE float cuts_pow(float a, float b) { return pow(a, b); }
#else
CUTS_INLINE float cuts_pow(float a, float b) {
  const unsigned bits = __float_as_uint(a);
  const int e = (int)(bits - 0x3f3504f3u) >> 23;
  const float m = __uint_as_float(bits - ((unsigned)e << 23)), f = m - 1, g = m + 1;
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(g));
  y = __fmaf_rn(__fmaf_rn(-g, y, 1.0f), y, y);
  const float q = __fmul_rn(f, y), q_low = __fmul_rn(y, __fmaf_rn(q, -f, __fmaf_rn(q, -2.0f, f))), z = __fmul_rn(q, q);
  float p = __fmaf_rn(__fmaf_rn(__fmaf_rn(0x1.dddae4p-4f, z, 0x1.245c02p-3f), z, 0x1.9999ecp-3f), z, 0x1.555556p-2f);
  p = __fmul_rn(p, z);
  const float first = __fmul_rn(q, 0x1.715476p+1f);
  float low = __fmaf_rn(q, 0x1.4ae0cp-25f, __fmaf_rn(q, 0x1.715476p+1f, -first));
  low = __fmaf_rn(first, p, __fmaf_rn(q_low, 0x1.715476p+1f, low));
  const float sum = __fadd_rn((float)e, first);
  low = __fadd_rn(low, __fsub_rn(first, __fsub_rn(sum, (float)e)));
  const float high = __fadd_rn(sum, low);
  low = __fsub_rn(low, __fsub_rn(high, sum));
  const float w = __fmul_rn(b, high), w_low = __fmaf_rn(b, low, __fmaf_rn(b, high, -w));
  if (!(bits - 0x00800000u < 0x7f000000u && fabsf(w) < 125)) return powf(a, b);
  const float n = rintf(w), x = __fadd_rn(__fsub_rn(w, n), w_low);
  float r = __fmaf_rn(__fmaf_rn(0x1.446d36p-13f, x, 0x1.5f095cp-10f), x, 0x1.3b29e2p-7f);
  r = __fmaf_rn(__fmaf_rn(__fmaf_rn(r, x, 0x1.c6af6cp-5f), x, 0x1.ebfbe0p-3f), x, 0x1.62e430p-1f);
  return __uint_as_float(__float_as_uint(__fmaf_rn(r, x, 1.0f)) + ((unsigned)(int)n << 23));
}
#endif
`,
};

/** isclose.cuh. */
export const iscloseSource: KernelSource = {
  includes: [preludeSource],
  text: `template <class F> CUTS_INLINE F cuts_magnitude(F x) { return fabs(x); }
template <class T> CUTS_INLINE T cuts_magnitude(cuts_complex<T> x) { return hypot(x.re, x.im); }
template <class F> CUTS_INLINE bool cuts_all_finite(F x) { return x - x == 0; }
template <class T> CUTS_INLINE bool cuts_all_finite(cuts_complex<T> x) { return x.re - x.re == 0 && x.im - x.im == 0; }
template <class V, class F> CUTS_INLINE bool cuts_is_close(V a, V b, F rtol, F atol, int equal_nan) {
  if (a == b) return true;
  if (a != a && b != b) return equal_nan != 0;
  return cuts_all_finite(b) && cuts_magnitude(a - b) <= atol + rtol * cuts_magnitude(b);
}
`,
};

/** logic.cuh. */
export const logicSource: KernelSource = {
  includes: [preludeSource],
  text: `template <class T> CUTS_INLINE bool cuts_true(T x) { return x != 0; }
template <class T> CUTS_INLINE bool cuts_true(cuts_complex<T> x) { return x.re != 0 || x.im != 0; }
template <class T> CUTS_INLINE T cuts_shift_left(T a, T b) { return (unsigned long long)b < 8 * sizeof(T) ? (T)((unsigned long long)a << b) : (T)0; }
template <class T> CUTS_INLINE T cuts_shift_right(T a, T b) { return (unsigned long long)b < 8 * sizeof(T) ? (T)(a >> b) : (T)(a < 0 ? -1 : 0); }
`,
};

/** special.cuh. */
export const specialSource: KernelSource = {
  includes: [complexSource],
  text: `template <class F> CUTS_INLINE F cuts_angle(F x) { return atan2((F)0, x); }
CUTS_INLINE float cuts_degrees(float x) { return x * (180.0f / 3.14159265358979323846f); }
CUTS_INLINE double cuts_degrees(double x) { return x * (180.0 / 3.14159265358979323846); }
CUTS_INLINE float cuts_radians(float x) { return x * (3.14159265358979323846f / 180.0f); }
CUTS_INLINE double cuts_radians(double x) { return x * (3.14159265358979323846 / 180.0); }
template <class F> CUTS_INLINE F cuts_gelu_tanh(F x) {
  F factor = (1 + tanh((F)0.7978845608028654 * (x + (F)0.044715 * x * x * x))) / 2;
  return factor == 0 ? 0 : x * factor;
}
`,
};

/** special2.cuh. */
export const special2Source: KernelSource = {
  includes: [complexSource],
  text: `template <class F> CUTS_INLINE F cuts_logaddexp(F a, F b) {
  if (a == b) return a + (F)0.6931471805599453;
  F d = a - b;
  return d > 0 ? a + log1p(exp(-d)) : d <= 0 ? b + log1p(exp(d)) : d;
}
template <class F> CUTS_INLINE F cuts_log2_1p(F x) { return (F)1.4426950408889634 * log1p(x); }
template <class F> CUTS_INLINE F cuts_logaddexp2(F a, F b) {
  if (a == b) return a + 1;
  F d = a - b;
  return d > 0 ? a + cuts_log2_1p(exp2(-d)) : d <= 0 ? b + cuts_log2_1p(exp2(d)) : d;
}
CUTS_INLINE float cuts_next(float a, float b) { return nextafterf(a, b); }
CUTS_INLINE double cuts_next(double a, double b) { return nextafter(a, b); }
template <class H> CUTS_INLINE H cuts_next_bits(H stored, float a, float b) {
  H next = stored;
  if (a == 0) next.bits = (unsigned short)(b < 0 ? 0x8001 : 1);
  else next.bits = (unsigned short)(stored.bits + ((a < b) == (a > 0) ? 1 : -1));
  return next;
}
template <class H> CUTS_INLINE float cuts_next_narrow(H x, H y) {
  float a = cuts_load(x), b = cuts_load(y);
  if (a != a || b != b) return a + b;
  return a == b ? a : cuts_load(cuts_next_bits(x, a, b));
}
CUTS_INLINE float cuts_next(cuts_half x, cuts_half y) { return cuts_next_narrow(x, y); }
CUTS_INLINE float cuts_next(cuts_bfloat x, cuts_bfloat y) { return cuts_next_narrow(x, y); }
template <class T> CUTS_INLINE unsigned long long cuts_size_of(T x) { return x < 0 ? 0 - (unsigned long long)x : (unsigned long long)x; }
CUTS_INLINE unsigned long long cuts_gcd(unsigned long long a, unsigned long long b) {
  while (b != 0) { unsigned long long r = a % b; a = b; b = r; }
  return a;
}
CUTS_INLINE unsigned long long cuts_lcm(unsigned long long a, unsigned long long b) {
  unsigned long long common = cuts_gcd(a, b);
  return common == 0 ? 0 : a / common * b;
}
template <class T> CUTS_INLINE T cuts_power(T a, T b) {
  if (b < 0) return (T)(a == 1 ? 1 : a == (T)-1 ? ((b & 1) != 0 ? -1 : 1) : 0);
  unsigned long long result = 1, factor = (unsigned long long)a;
  for (unsigned long long n = (unsigned long long)b; n != 0; n >>= 1) {
    if ((n & 1) != 0) result *= factor;
    factor *= factor;
  }
  return (T)result;
}
template <class T> CUTS_INLINE T cuts_fmod(T a, T b) { return b == 0 || (b == (T)-1 && (T)-1 < (T)0) ? 0 : (T)(a % b); }
CUTS_INLINE float cuts_fmod(float a, float b) { return fmodf(a, b); }
CUTS_INLINE double cuts_fmod(double a, double b) { return fmod(a, b); }
`,
};
