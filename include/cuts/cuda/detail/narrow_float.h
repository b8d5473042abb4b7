// Conversions between float, double and the two 16-bit formats as bare bits: round to nearest even and directed,
// subnormals included. NaN becomes 0x7fff, as on the GPU. What cuda_fp16.h and cuda_bf16.h are built on.
#pragma once
#include "fused.h"
#include "intrinsics_convert.h"

// IEEE binary16.
struct cuts_binary16 {
  CUTS_BOTH_FN float widen(unsigned short bits) {
    unsigned rest = (bits & 0x7fffu) << 13;
    // Multiplying by 2^112 moves the exponent and normalises subnormals; infinity and NaN get their exponent back.
    unsigned value = cuts_bits(cuts_float(rest) * 0x1p112f);
    value = rest >= 0x0f800000u ? rest | 0x7f800000u : value;
    return cuts_float(value | (bits & 0x8000u) << 16);
  }
  CUTS_BOTH_FN unsigned short narrow(float x) {
    unsigned bits = cuts_bits(x), sign = bits >> 16 & 0x8000u;
    bits &= 0x7fffffffu;
    unsigned normal = (bits - 0x38000000u + 0xfffu + (bits >> 13 & 1u)) >> 13;
    // Adding 1/2 aligns a subnormal's bits with the end of the significand, and rounds.
    unsigned tiny = cuts_bits(cuts_float(bits) + 0.5f) - 0x3f000000u;
    unsigned value = bits < 0x38800000u ? tiny : normal;
    value = bits >= 0x47800000u ? 0x7c00u : value;
    return static_cast<unsigned short>(bits > 0x7f800000u ? 0x7fffu : value | sign);
  }
};

// bfloat16: the upper half of a float.
struct cuts_bfloat16 {
  CUTS_BOTH_FN float widen(unsigned short bits) {
    return cuts_float(static_cast<unsigned>(bits) << 16);
  }
  CUTS_BOTH_FN unsigned short narrow(float x) {
    unsigned bits = cuts_bits(x);
    unsigned rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
    return static_cast<unsigned short>((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : rounded);
  }
};

// By way of a float that was rounded towards zero and is odd where that cut something off: then only the second
// rounding shows.
template <class Format> CUTS_BOTH unsigned short cuts_narrow_double(double x) {
  float nearest = static_cast<float>(x);
  double back = nearest;
  unsigned bits = cuts_bits(nearest) - (__builtin_fabs(back) > __builtin_fabs(x) ? 1u : 0u);
  return Format::narrow(cuts_float(bits | (back != x ? 1u : 0u)));
}

// The neighbour above, by bits: those of negative numbers grow downwards. NaN and +infinity stay.
template <class Format> CUTS_BOTH unsigned short cuts_narrow_up(unsigned short bits) {
  float value = Format::widen(bits);
  if (!(value < CUTS_INF_F)) return bits;
  if ((bits & 0x7fff) == 0) return 1;
  return static_cast<unsigned short>(bits & 0x8000 ? bits - 1 : bits + 1);
}
template <class Format> CUTS_BOTH unsigned short cuts_narrow_settle(cuts_rn, unsigned short bits, double) {
  return bits;
}
template <class Format> CUTS_BOTH unsigned short cuts_narrow_settle(cuts_ru, unsigned short bits, double side) {
  return side > 0.0 ? cuts_narrow_up<Format>(bits) : bits;
}
template <class Format> CUTS_BOTH unsigned short cuts_narrow_settle(cuts_rd, unsigned short bits, double side) {
  return side < 0.0 ? static_cast<unsigned short>(cuts_narrow_up<Format>(bits ^ 0x8000) ^ 0x8000) : bits;
}
template <class Format> CUTS_BOTH unsigned short cuts_narrow_settle(cuts_rz, unsigned short bits, double side) {
  return bits & 0x8000 ? cuts_narrow_settle<Format>(cuts_ru(), bits, side) : cuts_narrow_settle<Format>(cuts_rd(), bits, side);
}
// Any double under any rounding mode.
template <class Format, class Mode> CUTS_BOTH unsigned short cuts_narrow(Mode mode, double x) {
  unsigned short nearest = cuts_narrow_double<Format>(x);
  return cuts_narrow_settle<Format>(mode, nearest, x - Format::widen(nearest));
}
// 64-bit integers: what a double cannot hold exactly is cut to odd, which rounds the same way.
CUTS_BOTH_FN double cuts_odd_double(unsigned long long magnitude) {
  if (magnitude >> 53) magnitude = (magnitude & ~0xfffull) | (magnitude & 0xfffull ? 0x1000ull : 0);
  return static_cast<double>(magnitude);
}
CUTS_BOTH_FN double cuts_wide_integer(unsigned long long x) { return cuts_odd_double(x); }
CUTS_BOTH_FN double cuts_wide_integer(long long x) {
  return x < 0 ? -cuts_odd_double(0ull - static_cast<unsigned long long>(x)) : cuts_odd_double(static_cast<unsigned long long>(x));
}
template <bool Signed> struct cuts_wide_sign { typedef long long type; };
template <> struct cuts_wide_sign<false> { typedef unsigned long long type; };
template <class Format, class I> CUTS_BOTH unsigned short cuts_narrow_integer(I x) {
  if constexpr (sizeof(I) < 8) return cuts_narrow_double<Format>(static_cast<double>(x));
  else return cuts_narrow_double<Format>(cuts_wide_integer(static_cast<typename cuts_wide_sign<(I(-1) < I(0))>::type>(x)));
}

// Towards zero, saturating; NaN as in intrinsics_convert.h.
template <class I> CUTS_BOTH I cuts_saturate(float x) {
  constexpr bool is_signed = I(-1) < I(0);
  constexpr I most = static_cast<I>(is_signed ? (1ull << (8 * sizeof(I) - 1)) - 1 : ~0ull), least = is_signed ? -most - 1 : 0;
  constexpr float end = static_cast<float>(1ull << (8 * sizeof(I) - 2)) * (is_signed ? 2.0f : 4.0f);
  constexpr I missing = sizeof(I) == 8 ? static_cast<I>(0x8000000000000000ull) : 0;
  return x >= end ? most : x >= (is_signed ? -end : 0.0f) ? static_cast<I>(x) : x == x ? least : missing;
}
