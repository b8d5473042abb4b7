// SIMD within a word: four bytes or two halfwords of an unsigned at a time, over clang's vector types; and the DPX
// functions (add-max, three-way minimum …). In the preprocessor tables below 2 means two halfwords, 4 four bytes.
#pragma once
#include "numeric_base.h"

typedef signed char cuts_s4 __attribute__((vector_size(4)));
typedef unsigned char cuts_u4 __attribute__((vector_size(4)));
typedef short cuts_s2 __attribute__((vector_size(4)));
typedef unsigned short cuts_u2 __attribute__((vector_size(4)));
typedef short cuts_wide_s4 __attribute__((vector_size(8)));
typedef int cuts_wide_s2 __attribute__((vector_size(8)));
typedef unsigned short cuts_wide_u4 __attribute__((vector_size(8)));
typedef unsigned cuts_wide_u2 __attribute__((vector_size(8)));

#define CUTS_WORD(v) __builtin_bit_cast(unsigned, v)
#define CUTS_LANES(type, x) __builtin_bit_cast(type, x)
#define CUTS_SIMD_1(name, lanes, expression)          \
  CUTS_FN unsigned name(unsigned x) {                 \
    lanes a = CUTS_LANES(lanes, x);                   \
    return CUTS_WORD(static_cast<lanes>(expression)); \
  }
#define CUTS_SIMD_2(name, lanes, expression)                  \
  CUTS_FN unsigned name(unsigned x, unsigned y) {             \
    lanes a = CUTS_LANES(lanes, x), b = CUTS_LANES(lanes, y); \
    return CUTS_WORD((lanes)(expression));                    \
  }
#define CUTS_SIMD_COMPARE(n, name, lanes, operation, ones) \
  CUTS_SIMD_2(__vcmp##name##n, lanes, a operation b)       \
  CUTS_FN unsigned __vset##name##n(unsigned x, unsigned y) { return __vcmp##name##n(x, y) & ones; }

// 1 where the sum of two lanes is odd and not negative: signed averages round halves away from zero.
template <class V> CUTS_MATH V cuts_round_up(V a, V b) {
  return (a ^ b) & 1 & ~(((a & b) + ((a ^ b) >> 1)) >> (8 * sizeof(a[0]) - 1));
}

#define CUTS_SIMD(n, s, u, ws, wu, ones)                                                            \
  CUTS_SIMD_1(__vabs##n, s, __builtin_elementwise_abs(a))                                           \
  CUTS_SIMD_1(__vabsss##n, s, __builtin_elementwise_max(a, __builtin_elementwise_sub_sat(s{}, a)))  \
  CUTS_SIMD_1(__vneg##n, u, u{} - a)                                                                \
  CUTS_SIMD_1(__vnegss##n, s, __builtin_elementwise_sub_sat(s{}, a))                                \
  CUTS_SIMD_2(__vadd##n, u, a + b)                                                                  \
  CUTS_SIMD_2(__vaddss##n, s, __builtin_elementwise_add_sat(a, b))                                  \
  CUTS_SIMD_2(__vaddus##n, u, __builtin_elementwise_add_sat(a, b))                                  \
  CUTS_SIMD_2(__vsub##n, u, a - b)                                                                  \
  CUTS_SIMD_2(__vsubss##n, s, __builtin_elementwise_sub_sat(a, b))                                  \
  CUTS_SIMD_2(__vsubus##n, u, __builtin_elementwise_sub_sat(a, b))                                  \
  CUTS_SIMD_2(__vmaxs##n, s, __builtin_elementwise_max(a, b))                                       \
  CUTS_SIMD_2(__vmaxu##n, u, __builtin_elementwise_max(a, b))                                       \
  CUTS_SIMD_2(__vmins##n, s, __builtin_elementwise_min(a, b))                                       \
  CUTS_SIMD_2(__vminu##n, u, __builtin_elementwise_min(a, b))                                       \
  CUTS_SIMD_2(__vabsdiffs##n, s, __builtin_elementwise_max(a, b) - __builtin_elementwise_min(a, b)) \
  CUTS_SIMD_2(__vabsdiffu##n, u, __builtin_elementwise_max(a, b) - __builtin_elementwise_min(a, b)) \
  CUTS_SIMD_2(__vavgs##n, s, (a & b) + ((a ^ b) >> 1) + cuts_round_up(a, b))                        \
  CUTS_SIMD_2(__vavgu##n, u, (a | b) - ((a ^ b) >> 1))                                              \
  CUTS_SIMD_2(__vhaddu##n, u, (a & b) + ((a ^ b) >> 1))                                             \
  CUTS_SIMD_COMPARE(n, eq, u, ==, ones)                                                             \
  CUTS_SIMD_COMPARE(n, ne, u, !=, ones)                                                             \
  CUTS_SIMD_COMPARE(n, ges, s, >=, ones)                                                            \
  CUTS_SIMD_COMPARE(n, geu, u, >=, ones)                                                            \
  CUTS_SIMD_COMPARE(n, gts, s, >, ones)                                                             \
  CUTS_SIMD_COMPARE(n, gtu, u, >, ones)                                                             \
  CUTS_SIMD_COMPARE(n, les, s, <=, ones)                                                            \
  CUTS_SIMD_COMPARE(n, leu, u, <=, ones)                                                            \
  CUTS_SIMD_COMPARE(n, lts, s, <, ones)                                                             \
  CUTS_SIMD_COMPARE(n, ltu, u, <, ones)                                                             \
  CUTS_FN unsigned __vsadu##n(unsigned x, unsigned y) {                                             \
    wu d = __builtin_convertvector(CUTS_LANES(u, __vabsdiffu##n(x, y)), wu);                        \
    return static_cast<unsigned>(__builtin_reduce_add(d));                                          \
  }                                                                                                 \
  CUTS_FN unsigned __vsads##n(unsigned x, unsigned y) {                                             \
    wu d = __builtin_convertvector(CUTS_LANES(u, __vabsdiffs##n(x, y)), wu);                        \
    return static_cast<unsigned>(__builtin_reduce_add(d));                                          \
  }
CUTS_SIMD(2, cuts_s2, cuts_u2, cuts_wide_s2, cuts_wide_u2, 0x00010001u)
CUTS_SIMD(4, cuts_s4, cuts_u4, cuts_wide_s4, cuts_wide_u4, 0x01010101u)
#undef CUTS_SIMD

// DPX. The 16x2 forms take and give unsigned words, the 32-bit forms numbers.
CUTS_FN int cuts_wrap_add(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}
#define CUTS_DPX(pick, op)                                                                                               \
  CUTS_FN int __vi##pick##3_s32(int a, int b, int c) {                                                                   \
    return __builtin_elementwise_##pick(__builtin_elementwise_##pick(a, b), c);                                          \
  }                                                                                                                      \
  CUTS_FN unsigned __vi##pick##3_u32(unsigned a, unsigned b, unsigned c) {                                               \
    return __builtin_elementwise_##pick(__builtin_elementwise_##pick(a, b), c);                                          \
  }                                                                                                                      \
  CUTS_FN int __vi##pick##3_s32_relu(int a, int b, int c) {                                                              \
    return __builtin_elementwise_max(__vi##pick##3_s32(a, b, c), 0);                                                     \
  }                                                                                                                      \
  CUTS_FN int __vi##pick##_s32_relu(int a, int b) {                                                                      \
    return __builtin_elementwise_max(__builtin_elementwise_##pick(a, b), 0);                                             \
  }                                                                                                                      \
  CUTS_FN int __viadd##pick##_s32(int a, int b, int c) { return __builtin_elementwise_##pick(cuts_wrap_add(a, b), c); }  \
  CUTS_FN unsigned __viadd##pick##_u32(unsigned a, unsigned b, unsigned c) {                                             \
    return __builtin_elementwise_##pick(a + b, c);                                                                       \
  }                                                                                                                      \
  CUTS_FN int __viadd##pick##_s32_relu(int a, int b, int c) {                                                            \
    return __builtin_elementwise_max(__viadd##pick##_s32(a, b, c), 0);                                                   \
  }                                                                                                                      \
  CUTS_FN unsigned __vi##pick##3_s16x2(unsigned a, unsigned b, unsigned c) {                                             \
    return __v##pick##s2(__v##pick##s2(a, b), c);                                                                        \
  }                                                                                                                      \
  CUTS_FN unsigned __vi##pick##3_u16x2(unsigned a, unsigned b, unsigned c) {                                             \
    return __v##pick##u2(__v##pick##u2(a, b), c);                                                                        \
  }                                                                                                                      \
  CUTS_FN unsigned __vi##pick##3_s16x2_relu(unsigned a, unsigned b, unsigned c) {                                        \
    return __vmaxs2(__vi##pick##3_s16x2(a, b, c), 0);                                                                    \
  }                                                                                                                      \
  CUTS_FN unsigned __vi##pick##_s16x2_relu(unsigned a, unsigned b) { return __vmaxs2(__v##pick##s2(a, b), 0); }          \
  CUTS_FN unsigned __viadd##pick##_s16x2(unsigned a, unsigned b, unsigned c) { return __v##pick##s2(__vadd2(a, b), c); } \
  CUTS_FN unsigned __viadd##pick##_u16x2(unsigned a, unsigned b, unsigned c) { return __v##pick##u2(__vadd2(a, b), c); } \
  CUTS_FN unsigned __viadd##pick##_s16x2_relu(unsigned a, unsigned b, unsigned c) {                                      \
    return __vmaxs2(__viadd##pick##_s16x2(a, b, c), 0);                                                                  \
  }                                                                                                                      \
  CUTS_FN int __vib##pick##_s32(int a, int b, bool* first) { return (*first = a op b) ? a : b; }                         \
  CUTS_FN unsigned __vib##pick##_u32(unsigned a, unsigned b, bool* first) { return (*first = a op b) ? a : b; }          \
  CUTS_FN unsigned __vib##pick##_s16x2(unsigned x, unsigned y, bool* high, bool* low) {                                  \
    cuts_s2 a = CUTS_LANES(cuts_s2, x), b = CUTS_LANES(cuts_s2, y);                                                      \
    *low = a[0] op b[0];                                                                                                 \
    *high = a[1] op b[1];                                                                                                \
    return __v##pick##s2(x, y);                                                                                          \
  }                                                                                                                      \
  CUTS_FN unsigned __vib##pick##_u16x2(unsigned x, unsigned y, bool* high, bool* low) {                                  \
    cuts_u2 a = CUTS_LANES(cuts_u2, x), b = CUTS_LANES(cuts_u2, y);                                                      \
    *low = a[0] op b[0];                                                                                                 \
    *high = a[1] op b[1];                                                                                                \
    return __v##pick##u2(x, y);                                                                                          \
  }
CUTS_DPX(max, >=)
CUTS_DPX(min, <=)
#undef CUTS_DPX
#undef CUTS_SIMD_COMPARE
#undef CUTS_SIMD_2
#undef CUTS_SIMD_1
#undef CUTS_LANES
#undef CUTS_WORD
