// CUB's types for types: choices and numbers at compile time, and the bits by which it sorts keys.
#pragma once
#include "../operators.h"

namespace cub {
template <int _Value> struct Int2Type {
  enum { VALUE = _Value };
};
template <bool _Condition, class _Then, class _Else> using If = std::conditional<_Condition, _Then, _Else>;
template <int _N, int _Current = _N, int _Count = 0> struct Log2 {
  enum { VALUE = Log2<_N, (_Current >> 1), _Count + 1>::VALUE };
};
template <int _N, int _Count> struct Log2<_N, 0, _Count> {
  enum { VALUE = (1 << (_Count - 1) < _N) ? _Count : _Count - 1 };
};
template <int _N> struct PowerOfTwo {
  enum { VALUE = (_N & (_N - 1)) == 0 };
};
// Room for a value without its constructor.
template <class _Tp> struct Uninitialized {
  alignas(_Tp) unsigned char bytes[sizeof(_Tp)];
  __host__ __device__ _Tp& Alias() { return reinterpret_cast<_Tp&>(*this); }
};

enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };
namespace detail {
template <int _Bytes> struct cuts_unsigned { typedef NullType type; };
template <> struct cuts_unsigned<1> { typedef unsigned char type; };
template <> struct cuts_unsigned<2> { typedef unsigned short type; };
template <> struct cuts_unsigned<4> { typedef unsigned type; };
template <> struct cuts_unsigned<8> { typedef unsigned long long type; };
template <class _Tp> constexpr Category cuts_category() {
  if (std::is_integral<_Tp>::value) return std::is_signed<_Tp>::value ? SIGNED_INTEGER : UNSIGNED_INTEGER;
  return std::is_floating_point<_Tp>::value || std::is_same<_Tp, __half>::value || std::is_same<_Tp, __nv_bfloat16>::value
             ? FLOATING_POINT
             : NOT_A_NUMBER;
}
}
// In the order of the unsigned bits the numbers are in their own order.
template <class _Tp> struct NumericTraits {
  static constexpr Category CATEGORY = detail::cuts_category<std::remove_cv_t<_Tp>>();
  static constexpr bool PRIMITIVE = CATEGORY != NOT_A_NUMBER, NULL_TYPE = std::is_same<_Tp, NullType>::value;
  typedef typename detail::cuts_unsigned<sizeof(_Tp)>::type UnsignedBits;
  static constexpr UnsignedBits LOWEST_KEY = UnsignedBits(0), MAX_KEY = UnsignedBits(~UnsignedBits(0));
  static __host__ __device__ UnsignedBits TwiddleIn(UnsignedBits __key) {
    constexpr UnsignedBits __high = UnsignedBits(UnsignedBits(1) << (8 * sizeof(_Tp) - 1));
    if (CATEGORY == SIGNED_INTEGER) return UnsignedBits(__key ^ __high);
    if (CATEGORY == FLOATING_POINT) return UnsignedBits(__key ^ ((__key & __high) != 0 ? UnsignedBits(~UnsignedBits(0)) : __high));
    return __key;
  }
  static __host__ __device__ UnsignedBits TwiddleOut(UnsignedBits __key) {
    constexpr UnsignedBits __high = UnsignedBits(UnsignedBits(1) << (8 * sizeof(_Tp) - 1));
    if (CATEGORY == SIGNED_INTEGER) return UnsignedBits(__key ^ __high);
    if (CATEGORY == FLOATING_POINT) return UnsignedBits(__key ^ ((__key & __high) != 0 ? __high : UnsignedBits(~UnsignedBits(0))));
    return __key;
  }
};
template <class _Tp> struct Traits : NumericTraits<std::remove_cv_t<_Tp>> {};
}
