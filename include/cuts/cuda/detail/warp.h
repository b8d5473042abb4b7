// Warp shuffles, votes, matches and reductions, all over the one primitive __cuts_warp_op. The names without `_sync`
// are those of CUDA before 9 and mean the full warp.
#pragma once
#include "barrier.h"
#include "builtin_vars.h"

enum cuts_warp_op {
  CUTS_SYNCWARP = 0,
  CUTS_SHFL = 1,
  CUTS_SHFL_UP = 2,
  CUTS_SHFL_DOWN = 3,
  CUTS_SHFL_XOR = 4,
  CUTS_BALLOT = 5,
  CUTS_MATCH_ANY = 6,
  CUTS_MATCH_ALL = 7,
  CUTS_REDUCE_ADD = 8,
  CUTS_REDUCE_UMIN = 9,
  CUTS_REDUCE_UMAX = 10,
  CUTS_REDUCE_SMIN = 11,
  CUTS_REDUCE_SMAX = 12,
  CUTS_REDUCE_AND = 13,
  CUTS_REDUCE_OR = 14,
  CUTS_REDUCE_XOR = 15,
  CUTS_ACTIVEMASK = 16,
  CUTS_ALL = 17,
  CUTS_ANY = 18,
};
#define CUTS_FULL_WARP 0xffffffffu

// Lanes may give what nobody has written, as in `int v; if (lane == 0) v = …; v = __shfl_sync(mask, v, 0)`. Parameters of C++
// must be defined: without this the compiler takes it that every lane is the one that writes.
#define CUTS_ANY_VALUE __attribute__((maybe_undef))

// A value of up to 8 bytes as the low bytes of 64 bits, and back.
template <int Bytes> struct cuts_word;
template <> struct cuts_word<1> { typedef unsigned char type; };
template <> struct cuts_word<2> { typedef unsigned short type; };
template <> struct cuts_word<4> { typedef unsigned type; };
template <> struct cuts_word<8> { typedef unsigned long long type; };
template <class T> static __device__ __forceinline__ unsigned long long cuts_to_word(CUTS_ANY_VALUE T value) {
  return __builtin_bit_cast(typename cuts_word<sizeof(T)>::type, value);
}
template <class T> static __device__ __forceinline__ T cuts_from_word(unsigned long long word) {
  return __builtin_bit_cast(T, static_cast<typename cuts_word<sizeof(T)>::type>(word));
}

template <int Op, class T>
CUTS_SYNC T cuts_shuffle(unsigned mask, CUTS_ANY_VALUE T value, unsigned lane, int width) {
  unsigned argument = (lane & 0xffffu) | static_cast<unsigned>(width) << 16;
  return cuts_from_word<T>(__cuts_warp_op(Op, mask, cuts_to_word(value), argument));
}

// Any type of 1, 2, 4 or 8 bytes, half precision included; CUDA has the arithmetic ones.
#define CUTS_SHUFFLE(name, op, By)                                                                           \
  template <class T> CUTS_SYNC T name##_sync(unsigned mask, CUTS_ANY_VALUE T value, By by, int width = 32) { \
    return cuts_shuffle<op>(mask, value, by, width);                                                         \
  }                                                                                                          \
  template <class T> CUTS_SYNC T name(CUTS_ANY_VALUE T value, By by, int width = 32) {                       \
    return cuts_shuffle<op>(CUTS_FULL_WARP, value, by, width);                                               \
  }
CUTS_SHUFFLE(__shfl, CUTS_SHFL, int)
CUTS_SHUFFLE(__shfl_up, CUTS_SHFL_UP, unsigned)
CUTS_SHUFFLE(__shfl_down, CUTS_SHFL_DOWN, unsigned)
CUTS_SHUFFLE(__shfl_xor, CUTS_SHFL_XOR, int)
#undef CUTS_SHUFFLE

// Values match when their bits do, floats included.
template <class T> CUTS_SYNC unsigned __match_any_sync(unsigned mask, CUTS_ANY_VALUE T value) {
  return static_cast<unsigned>(__cuts_warp_op(CUTS_MATCH_ANY, mask, cuts_to_word(value), 0));
}
template <class T> CUTS_SYNC unsigned __match_all_sync(unsigned mask, CUTS_ANY_VALUE T value, int* predicate) {
  unsigned same = static_cast<unsigned>(__cuts_warp_op(CUTS_MATCH_ALL, mask, cuts_to_word(value), 0));
  *predicate = same != 0;
  return same;
}

CUTS_SYNC void __syncwarp(unsigned mask = CUTS_FULL_WARP) { __cuts_warp_op(CUTS_SYNCWARP, mask, 0, 0); }
CUTS_SYNC unsigned __activemask() { return static_cast<unsigned>(__cuts_warp_op(CUTS_ACTIVEMASK, 0, 0, 0)); }
CUTS_SYNC unsigned __ballot_sync(unsigned mask, int predicate) {
  return static_cast<unsigned>(__cuts_warp_op(CUTS_BALLOT, mask, predicate != 0, 0));
}
CUTS_SYNC int __all_sync(unsigned mask, int predicate) {
  return static_cast<int>(__cuts_warp_op(CUTS_ALL, mask, predicate != 0, 0));
}
CUTS_SYNC int __any_sync(unsigned mask, int predicate) {
  return static_cast<int>(__cuts_warp_op(CUTS_ANY, mask, predicate != 0, 0));
}
// True where every lane of the mask has the same predicate.
CUTS_SYNC int __uni_sync(unsigned mask, int predicate) {
  return __cuts_warp_op(CUTS_MATCH_ALL, mask, predicate != 0, 0) != 0;
}
CUTS_SYNC unsigned __ballot(int predicate) { return __ballot_sync(CUTS_FULL_WARP, predicate); }
CUTS_SYNC int __all(int predicate) { return __all_sync(CUTS_FULL_WARP, predicate); }
CUTS_SYNC int __any(int predicate) { return __any_sync(CUTS_FULL_WARP, predicate); }

#define CUTS_WARP_REDUCE(name, T, op) \
  CUTS_SYNC T name(unsigned mask, CUTS_ANY_VALUE T value) {                           \
    return static_cast<T>(__cuts_warp_op(op, mask, static_cast<unsigned>(value), 0)); \
  }
CUTS_WARP_REDUCE(__reduce_add_sync, unsigned, CUTS_REDUCE_ADD)
CUTS_WARP_REDUCE(__reduce_add_sync, int, CUTS_REDUCE_ADD)
CUTS_WARP_REDUCE(__reduce_min_sync, unsigned, CUTS_REDUCE_UMIN)
CUTS_WARP_REDUCE(__reduce_min_sync, int, CUTS_REDUCE_SMIN)
CUTS_WARP_REDUCE(__reduce_max_sync, unsigned, CUTS_REDUCE_UMAX)
CUTS_WARP_REDUCE(__reduce_max_sync, int, CUTS_REDUCE_SMAX)
CUTS_WARP_REDUCE(__reduce_and_sync, unsigned, CUTS_REDUCE_AND)
CUTS_WARP_REDUCE(__reduce_or_sync, unsigned, CUTS_REDUCE_OR)
CUTS_WARP_REDUCE(__reduce_xor_sync, unsigned, CUTS_REDUCE_XOR)
#undef CUTS_WARP_REDUCE
