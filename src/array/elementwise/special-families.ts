// Functions that are used less: one kernel for each of float32, float64 and complex128 (and the 64-bit integers), to which
// other dtypes are converted. That keeps what is compiled and shipped small.

import { binary, family, integers, seldom, unary } from "./define.js";
import { special2Source, specialSource } from "./kernels.gen.js";

const onlyNumbers = { ...seldom, refusesBool: true } as const;

/** Functions of one number. */
export const special = family({
  name: "special",
  source: specialSource,
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
  source: special2Source,
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
