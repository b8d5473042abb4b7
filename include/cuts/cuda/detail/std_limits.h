// std::numeric_limits of the arithmetic types. `(min)` and `(max)` in parentheses: sources define macros of these names.
#pragma once
#include "qualifiers.h"
#include "std_ranges.h"

namespace std {
enum float_round_style { round_toward_zero = 0, round_to_nearest = 1 };

struct cuts_no_limits {
  static constexpr bool is_specialized = false, is_signed = false, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = false, has_quiet_NaN = false, has_signaling_NaN = false;
  static constexpr bool is_iec559 = false, is_bounded = false, is_modulo = false;
  static constexpr int digits = 0, digits10 = 0, max_digits10 = 0, radix = 0;
  static constexpr int min_exponent = 0, min_exponent10 = 0, max_exponent = 0, max_exponent10 = 0;
  static constexpr float_round_style round_style = round_toward_zero;
};
template <class _Tp> struct cuts_integer_limits : cuts_no_limits {
  static constexpr bool is_specialized = true, is_signed = _Tp(-1) < _Tp(0), is_integer = true, is_exact = true;
  static constexpr bool is_bounded = true, is_modulo = !is_signed;
  static constexpr int radix = 2, digits = __is_same(_Tp, bool) ? 1 : int(8 * sizeof(_Tp)) - is_signed;
  static constexpr int digits10 = digits * 3 / 10;
  __host__ __device__ static constexpr _Tp(max)() noexcept {
    return is_signed ? _Tp((1ull << (8 * sizeof(_Tp) - 1)) - 1) : __is_same(_Tp, bool) ? _Tp(1) : _Tp(~0ull);
  }
  __host__ __device__ static constexpr _Tp(min)() noexcept { return is_signed ? _Tp(-(max)() - 1) : _Tp(0); }
  __host__ __device__ static constexpr _Tp lowest() noexcept { return (min)(); }
  __host__ __device__ static constexpr _Tp epsilon() noexcept { return _Tp(0); }
  __host__ __device__ static constexpr _Tp infinity() noexcept { return _Tp(0); }
  __host__ __device__ static constexpr _Tp quiet_NaN() noexcept { return _Tp(0); }
};
struct cuts_float_limits : cuts_no_limits {
  static constexpr bool is_specialized = true, is_signed = true, has_infinity = true, has_quiet_NaN = true;
  static constexpr bool is_iec559 = true, is_bounded = true;
  static constexpr int radix = 2;
  static constexpr float_round_style round_style = round_to_nearest;
};

template <class _Tp> struct numeric_limits : cuts_no_limits {};
template <class _Tp> struct numeric_limits<const _Tp> : numeric_limits<_Tp> {};
template <class _Tp> struct numeric_limits<volatile _Tp> : numeric_limits<_Tp> {};
#define CUTS_LIMITS(_Tp) \
  template <> struct numeric_limits<_Tp> : cuts_integer_limits<_Tp> {};
CUTS_LIMITS(bool)
CUTS_LIMITS(char)
CUTS_LIMITS(signed char)
CUTS_LIMITS(unsigned char)
CUTS_LIMITS(wchar_t)
CUTS_LIMITS(char16_t)
CUTS_LIMITS(char32_t)
CUTS_LIMITS(short)
CUTS_LIMITS(unsigned short)
CUTS_LIMITS(int)
CUTS_LIMITS(unsigned)
CUTS_LIMITS(long)
CUTS_LIMITS(unsigned long)
CUTS_LIMITS(long long)
CUTS_LIMITS(unsigned long long)
#undef CUTS_LIMITS
#define CUTS_LIMITS(_Tp, prefix, suffix)                                                                  \
  template <> struct numeric_limits<_Tp> : cuts_float_limits {                                            \
    static constexpr int digits = prefix##_MANT_DIG, digits10 = prefix##_DIG;                             \
    static constexpr int max_digits10 = prefix##_DECIMAL_DIG;                                             \
    static constexpr int min_exponent = prefix##_MIN_EXP, min_exponent10 = prefix##_MIN_10_EXP;           \
    static constexpr int max_exponent = prefix##_MAX_EXP, max_exponent10 = prefix##_MAX_10_EXP;           \
    __host__ __device__ static constexpr _Tp(max)() noexcept { return prefix##_MAX; }                     \
    __host__ __device__ static constexpr _Tp(min)() noexcept { return prefix##_MIN; }                     \
    __host__ __device__ static constexpr _Tp lowest() noexcept { return -prefix##_MAX; }                  \
    __host__ __device__ static constexpr _Tp epsilon() noexcept { return prefix##_EPSILON; }              \
    __host__ __device__ static constexpr _Tp round_error() noexcept { return _Tp(0.5); }                  \
    __host__ __device__ static constexpr _Tp denorm_min() noexcept { return prefix##_TRUE_MIN; }          \
    __host__ __device__ static constexpr _Tp infinity() noexcept { return __builtin_huge_val##suffix(); } \
    __host__ __device__ static constexpr _Tp quiet_NaN() noexcept { return __builtin_nan##suffix(""); }   \
  };
CUTS_LIMITS(float, FLT, f)
CUTS_LIMITS(double, DBL, )
#undef CUTS_LIMITS
}
