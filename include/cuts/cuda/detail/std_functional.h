// functional: the operators as objects. No std::function.
#pragma once
#include "std_utility.h"

namespace std {
#define CUTS_OPERATION(name, result, expression)                                                                          \
  template <class _Tp = void> struct name {                                                                               \
    __host__ __device__ constexpr result operator()(const _Tp& __a, const _Tp& __b) const { return expression; }          \
  };                                                                                                                      \
  template <> struct name<void> {                                                                                         \
    template <class _Ap, class _Bp> __host__ __device__ constexpr auto operator()(const _Ap& __a, const _Bp& __b) const { \
      return expression;                                                                                                  \
    }                                                                                                                     \
  };
CUTS_OPERATION(plus, _Tp, __a + __b)
CUTS_OPERATION(minus, _Tp, __a - __b)
CUTS_OPERATION(multiplies, _Tp, __a* __b)
CUTS_OPERATION(divides, _Tp, __a / __b)
CUTS_OPERATION(modulus, _Tp, __a % __b)
CUTS_OPERATION(bit_and, _Tp, __a& __b)
CUTS_OPERATION(bit_or, _Tp, __a | __b)
CUTS_OPERATION(bit_xor, _Tp, __a ^ __b)
CUTS_OPERATION(equal_to, bool, __a == __b)
CUTS_OPERATION(not_equal_to, bool, __a != __b)
CUTS_OPERATION(less, bool, __a < __b)
CUTS_OPERATION(less_equal, bool, __a <= __b)
CUTS_OPERATION(greater, bool, __a > __b)
CUTS_OPERATION(greater_equal, bool, __a >= __b)
CUTS_OPERATION(logical_and, bool, __a&& __b)
CUTS_OPERATION(logical_or, bool, __a || __b)
#undef CUTS_OPERATION
template <class _Tp = void> struct negate {
  __host__ __device__ constexpr _Tp operator()(const _Tp& __a) const { return -__a; }
};
template <class _Tp = void> struct logical_not {
  __host__ __device__ constexpr bool operator()(const _Tp& __a) const { return !__a; }
};
}
