// cuda_fp8.h: the 8-bit floats E4M3 (no infinity, largest 448) and E5M2 (largest 57344) in software, rounded to nearest
// even, with NVIDIA's names. E8M0 (scales of microscaling formats) is not here.
#pragma once
#include "cuts_device.h"

#define __CUDA_FP8_H__
#define __CUDA_FP8_TYPES_EXIST__

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

CUTS_BOTH_FN __nv_fp8_storage_t __nv_cvt_double_to_fp8(double __v, __nv_saturation_t __sat, __nv_fp8_interpretation_t __kind) {
  CUTS_EXACT_FP
  const bool __e4m3 = __kind == __NV_E4M3;
  const int __digits = __e4m3 ? 3 : 2, __bias = __e4m3 ? 7 : 15;
  const unsigned __most = __e4m3 ? 0x7eu : 0x7bu, __beyond = __e4m3 ? 0x7fu : 0x7cu;
  const unsigned long long __bits = cuts_bits(__v);
  const unsigned __sign = static_cast<unsigned>(__bits >> 63) << 7;
  const double __size = __builtin_fabs(__v);
  if (__size != __size) return static_cast<__nv_fp8_storage_t>(__sign | (__e4m3 ? 0x7fu : 0x7eu | (__bits >> 50 & 3u)));
  unsigned __code = __most + 1;
  if (__size < 0x1p20) {
    int __exponent = static_cast<int>(__bits >> 52 & 0x7ffu) - 1023;
    if (__exponent < 1 - __bias) __exponent = 1 - __bias;
    // In units of the last place: 2^52 lets the addition round to a whole number, to even where it is a tie.
    const double __unit = cuts_double(static_cast<unsigned long long>(1023 + __digits - __exponent) << 52);
    __code = static_cast<unsigned>(__size * __unit + 0x1p52 - 0x1p52) + (static_cast<unsigned>(__exponent + __bias - 1) << __digits);
  }
  if (__code > __most) __code = __sat == __NV_SATFINITE ? __most : __beyond;
  return static_cast<__nv_fp8_storage_t>(__sign | __code);
}
// A NaN has no sign and all its bits, whatever it was.
CUTS_BOTH_FN __nv_fp8_storage_t __nv_cvt_float_to_fp8(float __v, __nv_saturation_t __sat, __nv_fp8_interpretation_t __kind) {
  return __v != __v ? 0x7f : __nv_cvt_double_to_fp8(__v, __sat, __kind);
}
CUTS_BOTH_FN __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw __v, __nv_saturation_t __sat,
                                                        __nv_fp8_interpretation_t __kind) {
  return __nv_cvt_float_to_fp8(cuts_binary16::widen(__v.x), __sat, __kind);
}
CUTS_BOTH_FN __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw __v, __nv_saturation_t __sat,
                                                            __nv_fp8_interpretation_t __kind) {
  return __nv_cvt_float_to_fp8(cuts_bfloat16::widen(__v.x), __sat, __kind);
}
CUTS_BOTH_FN __nv_fp8x2_storage_t cuts_fp8_pair(__nv_fp8_storage_t __low, __nv_fp8_storage_t __high) {
  return static_cast<__nv_fp8x2_storage_t>(__low | __high << 8);
}
CUTS_BOTH_FN __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 __v, __nv_saturation_t __sat, __nv_fp8_interpretation_t __kind) {
  return cuts_fp8_pair(__nv_cvt_double_to_fp8(__v.x, __sat, __kind), __nv_cvt_double_to_fp8(__v.y, __sat, __kind));
}
CUTS_BOTH_FN __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 __v, __nv_saturation_t __sat, __nv_fp8_interpretation_t __kind) {
  return cuts_fp8_pair(__nv_cvt_float_to_fp8(__v.x, __sat, __kind), __nv_cvt_float_to_fp8(__v.y, __sat, __kind));
}
CUTS_BOTH_FN __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw __v, __nv_saturation_t __sat,
                                                             __nv_fp8_interpretation_t __kind) {
  return cuts_fp8_pair(__nv_cvt_halfraw_to_fp8(__half_raw{__v.x}, __sat, __kind),
                       __nv_cvt_halfraw_to_fp8(__half_raw{__v.y}, __sat, __kind));
}
CUTS_BOTH_FN __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw __v, __nv_saturation_t __sat,
                                                                 __nv_fp8_interpretation_t __kind) {
  return cuts_fp8_pair(__nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw{__v.x}, __sat, __kind),
                       __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw{__v.y}, __sat, __kind));
}

// Every value is a half: E5M2 is the upper byte of one; E4M3 is moved there, and scaled by what the exponents differ.
CUTS_BOTH_FN __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t __v, __nv_fp8_interpretation_t __kind) {
  const unsigned __size = __v & 0x7fu, __sign = (__v & 0x80u) << 8;
  if (__size > (__kind == __NV_E4M3 ? 0x7eu : 0x7cu)) return __half_raw{0x7fff};
  if (__kind == __NV_E5M2) return __half_raw{static_cast<unsigned short>(__v << 8)};
  const float __small = cuts_binary16::widen(static_cast<unsigned short>(__size << 7));
  return __half_raw{static_cast<unsigned short>(__sign | cuts_binary16::narrow(__small * 256.0f))};
}
CUTS_BOTH_FN __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t __v, __nv_fp8_interpretation_t __kind) {
  return __half2_raw{__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(__v), __kind).x,
                     __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(__v >> 8), __kind).x};
}
CUTS_BOTH_FN float cuts_fp8_wide(unsigned __v, __nv_fp8_interpretation_t __kind) {
  return cuts_binary16::widen(__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(__v), __kind).x);
}

#define CUTS_MEMBER template <int = 0> __host__ __device__ __forceinline__
#define CUTS_TO_INTEGER(I) \
  CUTS_MEMBER explicit operator I() const { return cuts_saturate<I>(cuts_fp8_wide(__x, kind)); }
// Constructors saturate to the largest finite number; conversions to integers go towards zero and saturate.
#define CUTS_FP8(H, H2, H4, interpretation)                                                                                \
  struct __align__(1) H {                                                                                                  \
    static constexpr __nv_fp8_interpretation_t kind = interpretation;                                                      \
    __nv_fp8_storage_t __x;                                                                                                \
    H() = default;                                                                                                         \
    CUTS_MEMBER explicit H(float v) : __x(__nv_cvt_float_to_fp8(v, __NV_SATFINITE, kind)) {}                               \
    CUTS_MEMBER explicit H(double v) : __x(__nv_cvt_double_to_fp8(v, __NV_SATFINITE, kind)) {}                             \
    CUTS_MEMBER explicit H(__half v) : __x(__nv_cvt_halfraw_to_fp8(__half_raw{v.__x}, __NV_SATFINITE, kind)) {}            \
    CUTS_MEMBER explicit H(__nv_bfloat16 v)                                                                                \
        : __x(__nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw{v.__x}, __NV_SATFINITE, kind)) {}                              \
    template <class I, class = cuts_if_integer<I>>                                                                         \
    __host__ __device__ __forceinline__ explicit H(I v) : H(static_cast<float>(v)) {}                                      \
    CUTS_MEMBER explicit operator __half() const { return __half(__nv_cvt_fp8_to_halfraw(__x, kind)); }                    \
    CUTS_MEMBER explicit operator __nv_bfloat16() const { return __nv_bfloat16(cuts_fp8_wide(__x, kind)); }                \
    CUTS_MEMBER explicit operator float() const { return cuts_fp8_wide(__x, kind); }                                       \
    CUTS_MEMBER explicit operator double() const { return cuts_fp8_wide(__x, kind); }                                      \
    CUTS_MEMBER explicit operator bool() const { return (__x & 0x7f) != 0; }                                               \
    CUTS_TO_INTEGER(signed char)                                                                                           \
    CUTS_TO_INTEGER(unsigned char)                                                                                         \
    CUTS_TO_INTEGER(char)                                                                                                  \
    CUTS_TO_INTEGER(short)                                                                                                 \
    CUTS_TO_INTEGER(unsigned short)                                                                                        \
    CUTS_TO_INTEGER(int)                                                                                                   \
    CUTS_TO_INTEGER(unsigned)                                                                                              \
    CUTS_TO_INTEGER(long)                                                                                                  \
    CUTS_TO_INTEGER(unsigned long)                                                                                         \
    CUTS_TO_INTEGER(long long)                                                                                             \
    CUTS_TO_INTEGER(unsigned long long)                                                                                    \
  };                                                                                                                       \
  struct __align__(2) H2 {                                                                                                 \
    static constexpr __nv_fp8_interpretation_t kind = interpretation;                                                      \
    __nv_fp8x2_storage_t __x;                                                                                              \
    H2() = default;                                                                                                        \
    CUTS_MEMBER explicit H2(float2 v) : __x(__nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, kind)) {}                          \
    CUTS_MEMBER explicit H2(double2 v) : __x(__nv_cvt_double2_to_fp8x2(v, __NV_SATFINITE, kind)) {}                        \
    CUTS_MEMBER explicit H2(__half2 v) : __x(__nv_cvt_halfraw2_to_fp8x2(v, __NV_SATFINITE, kind)) {}                       \
    CUTS_MEMBER explicit H2(__nv_bfloat162 v) : __x(__nv_cvt_bfloat16raw2_to_fp8x2(v, __NV_SATFINITE, kind)) {}            \
    CUTS_MEMBER explicit operator __half2() const { return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, kind)); }               \
    CUTS_MEMBER explicit operator float2() const {                                                                         \
      return float2{cuts_fp8_wide(__x & 0xffu, kind), cuts_fp8_wide(__x >> 8, kind)};                                      \
    }                                                                                                                      \
  };                                                                                                                       \
  struct __align__(4) H4 {                                                                                                 \
    static constexpr __nv_fp8_interpretation_t kind = interpretation;                                                      \
    __nv_fp8x4_storage_t __x;                                                                                              \
    H4() = default;                                                                                                        \
    CUTS_MEMBER H4(H2 low, H2 high, int) : __x(low.__x | static_cast<unsigned>(high.__x) << 16) {}                         \
    CUTS_MEMBER explicit H4(float4 v) : H4(H2(float2{v.x, v.y}), H2(float2{v.z, v.w}), 0) {}                               \
    CUTS_MEMBER explicit H4(double4 v) : H4(H2(double2{v.x, v.y}), H2(double2{v.z, v.w}), 0) {}                            \
    CUTS_MEMBER explicit H4(__half2 low, __half2 high) : H4(H2(low), H2(high), 0) {}                                       \
    CUTS_MEMBER explicit H4(__nv_bfloat162 low, __nv_bfloat162 high) : H4(H2(low), H2(high), 0) {}                         \
    CUTS_MEMBER explicit operator float4() const {                                                                         \
      return float4{cuts_fp8_wide(__x & 0xffu, kind), cuts_fp8_wide(__x >> 8 & 0xffu, kind),                               \
                    cuts_fp8_wide(__x >> 16 & 0xffu, kind), cuts_fp8_wide(__x >> 24, kind)};                               \
    }                                                                                                                      \
  };
CUTS_FP8(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __NV_E4M3)
CUTS_FP8(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __NV_E5M2)
#undef CUTS_FP8
#undef CUTS_TO_INTEGER
#undef CUTS_MEMBER
