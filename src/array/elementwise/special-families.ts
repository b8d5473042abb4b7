// Functions that are used less: one kernel for each of float32, float64 and complex128 (and the 64-bit integers), to which
// other dtypes are converted. That keeps what is compiled and shipped small.

import { complexFunctions } from "./complex-functions.js";
import { binary, family, integers, seldom, unary } from "./define.js";

const onlyNumbers = { ...seldom, refusesBool: true } as const;

/** Functions of one number. */
export const special = family({
  name: "special",
  helpers: complexFunctions,
  operations: [
    unary("complexSqrt", "same", { complex: "cuts_sqrt(a)" }, seldom),
    unary("complexExp", "same", { complex: "cuts_exp(a)" }, seldom),
    unary("complexLog", "same", { complex: "cuts_log(a)" }, seldom),
    unary("complexSin", "same", { complex: "cuts_sin(a)" }, seldom),
    unary("complexCos", "same", { complex: "cuts_cos(a)" }, seldom),
    unary("complexTanh", "same", { complex: "cuts_tanh(a)" }, seldom),
    unary("complexSign", "same", { complex: "cuts_sign(a)" }, seldom),
    unary("cbrt", "same", { float: "cbrt(a)" }, seldom),
    unary(
      "exp2",
      "same",
      { float: "exp2(a)", complex: "cuts_exp(cuts_scale(a, 0.6931471805599453))" },
      seldom,
    ),
    unary("expm1", "same", { float: "expm1(a)", complex: "cuts_expm1(a)" }, seldom),
    unary(
      "log2",
      "same",
      { float: "log2(a)", complex: "cuts_scale(cuts_log(a), 1.4426950408889634)" },
      seldom,
    ),
    unary(
      "log10",
      "same",
      { float: "log10(a)", complex: "cuts_scale(cuts_log(a), 0.4342944819032518)" },
      seldom,
    ),
    unary("log1p", "same", { float: "log1p(a)", complex: "cuts_log1p(a)" }, seldom),
    unary("tan", "same", { float: "tan(a)", complex: "cuts_tan(a)" }, seldom),
    unary("arcsin", "same", { float: "asin(a)", complex: "cuts_asin(a)" }, seldom),
    unary("arccos", "same", { float: "acos(a)", complex: "cuts_acos(a)" }, seldom),
    unary("arctan", "same", { float: "atan(a)", complex: "cuts_atan(a)" }, seldom),
    unary("sinh", "same", { float: "sinh(a)", complex: "cuts_sinh(a)" }, seldom),
    unary("cosh", "same", { float: "cosh(a)", complex: "cuts_cosh(a)" }, seldom),
    unary("arcsinh", "same", { float: "asinh(a)", complex: "cuts_asinh(a)" }, seldom),
    unary("arccosh", "same", { float: "acosh(a)", complex: "cuts_acosh(a)" }, seldom),
    unary("arctanh", "same", { float: "atanh(a)", complex: "cuts_atanh(a)" }, seldom),
    unary("degrees", "same", { float: "cuts_degrees(a)" }, seldom),
    unary("radians", "same", { float: "cuts_radians(a)" }, seldom),
    unary("erf", "same", { float: "erf(a)" }, seldom),
    unary("erfc", "same", { float: "erfc(a)" }, seldom),
    unary("gamma", "same", { float: "tgamma(a)" }, seldom),
    unary("lgamma", "same", { float: "lgamma(a)" }, seldom),
    unary("softplus", "same", { float: "log1p(exp(-fabs(a))) + (a > 0 ? a : 0)" }, seldom),
    unary("geluTanh", "same", { float: "cuts_gelu_tanh(a)" }, seldom),
    unary("trunc", "same", { float: "trunc(a)" }, seldom),
    unary("rint", "same", { float: "rint(a)", complex: "cuts_make(rint(a.re), rint(a.im))" }, seldom),
    unary(
      "isinf",
      "bool",
      { float: "cuts_is_inf(a)", complex: "cuts_is_inf(a.re) || cuts_is_inf(a.im)" },
      seldom,
    ),
    unary(
      "isfinite",
      "bool",
      { float: "a - a == 0", complex: "a.re - a.re == 0 && a.im - a.im == 0" },
      seldom,
    ),
    unary("signbit", "bool", { float: "cuts_is_negative(a)" }, seldom),
    unary("angle", "real", { float: "cuts_angle(a)", complex: "atan2(a.im, a.re)" }, seldom),
  ],
});

/** Functions of two numbers. */
export const special2 = family({
  name: "special2",
  helpers: `${complexFunctions}
template <class F> CUTS_INLINE F cuts_logaddexp(F a, F b) {
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
// Negative powers have no integer value but for 1 and -1; they are 0.
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
  operations: [
    binary("arctan2", "same", { float: "atan2(a, b)" }, seldom),
    binary("hypot", "same", { float: "hypot(a, b)" }, seldom),
    binary("logaddexp", "same", { float: "cuts_logaddexp(a, b)" }, seldom),
    binary("logaddexp2", "same", { float: "cuts_logaddexp2(a, b)" }, seldom),
    binary("copysign", "same", { float: "copysign(a, b)" }, seldom),
    binary("heaviside", "same", { float: "a != a ? a : a == 0 ? b : a < 0 ? 0 : 1" }, seldom),
    binary(
      "fmax",
      "same",
      { float: "a >= b || b != b ? a : b", complex: "a >= b || b != b ? a : b" },
      seldom,
    ),
    binary(
      "fmin",
      "same",
      { float: "a <= b || b != b ? a : b", complex: "a <= b || b != b ? a : b" },
      seldom,
    ),
    binary("fmod", "same", { ...integers("cuts_fmod(a, b)"), float: "cuts_fmod(a, b)" }, seldom),
    binary("nextafter", "same", { float: "cuts_next(a_in, b_in)" }, { hasNoScalars: true }),
    binary("complexPower", "same", { complex: "cuts_pow(a, b)" }, seldom),
    binary("integerPower", "same", integers("cuts_power(a, b)"), seldom),
    binary("gcd", "same", integers("cuts_gcd(cuts_size_of(a), cuts_size_of(b))"), onlyNumbers),
    binary("lcm", "same", integers("cuts_lcm(cuts_size_of(a), cuts_size_of(b))"), onlyNumbers),
  ],
});
