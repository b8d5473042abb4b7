// Integer intrinsics: counting, reversing, permuting and shifting bits, high products, averages, dot products.
#pragma once
#include "numeric_base.h"
#include "vector_types.h"

CUTS_FN int __popc(unsigned x) { return __builtin_popcount(x); }
CUTS_FN int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
CUTS_FN int __clz(int x) { return __builtin_clzg(static_cast<unsigned>(x), 32); }
CUTS_FN int __clzll(long long x) { return __builtin_clzg(static_cast<unsigned long long>(x), 64); }
CUTS_FN int __ffs(int x) { return __builtin_ffs(x); }
CUTS_FN int __ffsll(long long x) { return __builtin_ffsll(x); }
CUTS_FN unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
CUTS_FN unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }

CUTS_FN unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
CUTS_FN unsigned __nv_bswap32(unsigned x) { return __builtin_bswap32(x); }
CUTS_FN unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }

CUTS_FN int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
CUTS_FN unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
// From four products of halves: a 128-bit product would be a call.
CUTS_FN unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  unsigned long long x0 = static_cast<unsigned>(x), x1 = x >> 32, y0 = static_cast<unsigned>(y), y1 = y >> 32;
  unsigned long long low = x0 * y0, middle = x1 * y0 + (low >> 32), other = x0 * y1 + static_cast<unsigned>(middle);
  return x1 * y1 + (middle >> 32) + (other >> 32);
}
CUTS_FN long long __mul64hi(long long x, long long y) {
  unsigned long long high = __umul64hi(x, y);
  return static_cast<long long>(high - (x < 0 ? y : 0) - (y < 0 ? x : 0));
}
CUTS_FN int __mul24(int x, int y) {
  return static_cast<int>(static_cast<unsigned>(x << 8 >> 8) * static_cast<unsigned>(y << 8 >> 8));
}
CUTS_FN unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); }

CUTS_FN unsigned __sad(int x, int y, unsigned z) {
  return z + (x < y ? static_cast<unsigned>(y) - static_cast<unsigned>(x) : static_cast<unsigned>(x) - static_cast<unsigned>(y));
}
CUTS_FN unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x < y ? y - x : x - y); }
CUTS_FN int __hadd(int x, int y) { return (x & y) + ((x ^ y) >> 1); }
CUTS_FN int __rhadd(int x, int y) { return (x | y) - ((x ^ y) >> 1); }
CUTS_FN unsigned __uhadd(unsigned x, unsigned y) { return (x & y) + ((x ^ y) >> 1); }
CUTS_FN unsigned __urhadd(unsigned x, unsigned y) { return (x | y) - ((x ^ y) >> 1); }

// The low three bits of each nibble of the selector pick a byte of y:x.
CUTS_FN unsigned cuts_permute_byte(unsigned long long bytes, unsigned nibble) {
  return static_cast<unsigned>(bytes >> (8 * (nibble & 7))) & 255u;
}
CUTS_FN unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  return cuts_permute_byte(bytes, selector) | cuts_permute_byte(bytes, selector >> 4) << 8 |
         cuts_permute_byte(bytes, selector >> 8) << 16 | cuts_permute_byte(bytes, selector >> 12) << 24;
}
CUTS_FN unsigned cuts_funnel(unsigned low, unsigned high, unsigned right_shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> right_shift);
}
CUTS_FN unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return cuts_funnel(low, high, 32 - (shift & 31));
}
CUTS_FN unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return cuts_funnel(low, high, shift < 32 ? 32 - shift : 0);
}
CUTS_FN unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return cuts_funnel(low, high, shift & 31);
}
CUTS_FN unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return cuts_funnel(low, high, shift < 32 ? shift : 32);
}

// The position of the offset-th set bit of the mask from base upwards (offset > 0), downwards (< 0) or at base (0).
CUTS_FN unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return base < 32 && mask >> base & 1u ? base : 0xffffffffu;
  int step = offset > 0 ? 1 : -1, wanted = offset > 0 ? offset : -offset;
  for (int i = static_cast<int>(base); i >= 0 && i < 32; i += step) {
    if ((mask >> i & 1u) && --wanted == 0) return static_cast<unsigned>(i);
  }
  return 0xffffffffu;
}

typedef signed char cuts_s8x4 __attribute__((vector_size(4)));
typedef unsigned char cuts_u8x4 __attribute__((vector_size(4)));
typedef int cuts_s32x4 __attribute__((vector_size(16)));
CUTS_FN int cuts_sum(cuts_s32x4 v) { return v[0] + v[1] + v[2] + v[3]; }
template <class V, class T> CUTS_MATH cuts_s32x4 cuts_widen(T x) {
  return __builtin_convertvector(__builtin_bit_cast(V, x), cuts_s32x4);
}

CUTS_FN int __dp4a(int a, int b, int c) { return c + cuts_sum(cuts_widen<cuts_s8x4>(a) * cuts_widen<cuts_s8x4>(b)); }
CUTS_FN unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return c + static_cast<unsigned>(cuts_sum(cuts_widen<cuts_u8x4>(a) * cuts_widen<cuts_u8x4>(b)));
}
CUTS_FN int __dp4a(char4 a, char4 b, int c) {
  return __dp4a(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c);
}
CUTS_FN unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return __dp4a(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c);
}
CUTS_FN int __dp2a_lo(int a, int b, int c) {
  cuts_s32x4 bytes = cuts_widen<cuts_s8x4>(b);
  return c + (a << 16 >> 16) * bytes[0] + (a >> 16) * bytes[1];
}
CUTS_FN int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
CUTS_FN unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return c + (a & 0xffffu) * (b & 255u) + (a >> 16) * (b >> 8 & 255u);
}
CUTS_FN unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return __dp2a_lo(a, b >> 16, c); }
CUTS_FN int __dp2a_lo(short2 a, char4 b, int c) {
  return __dp2a_lo(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c);
}
CUTS_FN int __dp2a_hi(short2 a, char4 b, int c) {
  return __dp2a_hi(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c);
}
CUTS_FN unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) {
  return __dp2a_lo(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c);
}
CUTS_FN unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) {
  return __dp2a_hi(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c);
}
