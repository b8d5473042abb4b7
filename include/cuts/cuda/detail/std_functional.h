// functional: the operators as objects. No std::function.
#pragma once
#include "std_utility.h"

namespace std {
#define CUTS_OPERATION(name, result, expression)                                                         \
  template <class T = void> struct name {                                                                \
    __host__ __device__ constexpr result operator()(const T& a, const T& b) const { return expression; } \
  };                                                                                                     \
  template <> struct name<void> {                                                                        \
    template <class A, class B> __host__ __device__ constexpr auto operator()(const A& a, const B& b) const { return expression; } \
  };
CUTS_OPERATION(plus, T, a + b)
CUTS_OPERATION(minus, T, a - b)
CUTS_OPERATION(multiplies, T, a* b)
CUTS_OPERATION(divides, T, a / b)
CUTS_OPERATION(modulus, T, a % b)
CUTS_OPERATION(bit_and, T, a& b)
CUTS_OPERATION(bit_or, T, a | b)
CUTS_OPERATION(bit_xor, T, a ^ b)
CUTS_OPERATION(equal_to, bool, a == b)
CUTS_OPERATION(not_equal_to, bool, a != b)
CUTS_OPERATION(less, bool, a < b)
CUTS_OPERATION(less_equal, bool, a <= b)
CUTS_OPERATION(greater, bool, a > b)
CUTS_OPERATION(greater_equal, bool, a >= b)
CUTS_OPERATION(logical_and, bool, a&& b)
CUTS_OPERATION(logical_or, bool, a || b)
#undef CUTS_OPERATION
template <class T = void> struct negate {
  __host__ __device__ constexpr T operator()(const T& a) const { return -a; }
};
template <class T = void> struct logical_not {
  __host__ __device__ constexpr bool operator()(const T& a) const { return !a; }
};
}
