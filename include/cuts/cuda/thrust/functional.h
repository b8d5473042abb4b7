// Function objects: the standard ones work on the device, since their calls are constexpr.
#pragma once
#include <functional>
#include <utility>

namespace thrust {
using std::bit_and;
using std::bit_or;
using std::bit_xor;
using std::divides;
using std::equal_to;
using std::greater;
using std::greater_equal;
using std::less;
using std::less_equal;
using std::logical_and;
using std::logical_not;
using std::logical_or;
using std::minus;
using std::modulus;
using std::multiplies;
using std::negate;
using std::not_equal_to;
using std::plus;

#define CUTS_FUNCTION(name, parameters, expression)                                     \
  template <class _Tp = void> struct name {                                             \
    typedef _Tp result_type;                                                            \
    __host__ __device__ constexpr auto operator() parameters const { return expression; } \
  };
CUTS_FUNCTION(square, (const _Tp& __a), __a* __a)
CUTS_FUNCTION(maximum, (const _Tp& __a, const _Tp& __b), __a < __b ? __b : __a)
CUTS_FUNCTION(minimum, (const _Tp& __a, const _Tp& __b), __b < __a ? __b : __a)
CUTS_FUNCTION(project1st, (const _Tp& __a, const _Tp&), __a)
CUTS_FUNCTION(project2nd, (const _Tp&, const _Tp& __b), __b)
#undef CUTS_FUNCTION
template <> struct maximum<void> {
  template <class _Tp> __host__ __device__ constexpr _Tp operator()(const _Tp& __a, const _Tp& __b) const { return __a < __b ? __b : __a; }
};
template <> struct minimum<void> {
  template <class _Tp> __host__ __device__ constexpr _Tp operator()(const _Tp& __a, const _Tp& __b) const { return __b < __a ? __b : __a; }
};
template <> struct square<void> {
  template <class _Tp> __host__ __device__ constexpr auto operator()(const _Tp& __a) const { return __a * __a; }
};
template <class _Tp = void> struct identity {
  typedef _Tp result_type;
  template <class _Up> __host__ __device__ constexpr _Up&& operator()(_Up&& __a) const { return std::forward<_Up>(__a); }
};
template <class _Predicate> struct unary_negate {
  _Predicate predicate;
  template <class _Tp> __host__ __device__ constexpr bool operator()(const _Tp& __a) const { return !predicate(__a); }
};
template <class _Predicate> __host__ __device__ constexpr unary_negate<_Predicate> not1(const _Predicate& __p) { return {__p}; }
template <class _Argument, class _Result> struct unary_function {
  typedef _Argument argument_type;
  typedef _Result result_type;
};
template <class _First, class _Second, class _Result> struct binary_function {
  typedef _First first_argument_type;
  typedef _Second second_argument_type;
  typedef _Result result_type;
};

// _1, _2 …: expressions that are function objects.
namespace detail {
struct expression {};
template <class _Tp> constexpr bool is_expression = std::is_base_of_v<expression, _Tp>;
template <int _N> struct placeholder : expression {
  template <class _First, class... _Rest> __host__ __device__ constexpr decltype(auto) operator()(_First& __first, _Rest&... __rest) const {
    if constexpr (_N == 0) return (__first);
    else return placeholder<_N - 1>()(__rest...);
  }
};
template <class _Tp> struct literal : expression {
  _Tp value;
  __host__ __device__ constexpr explicit literal(const _Tp& __v) : value(__v) {}
  template <class... _Arguments> __host__ __device__ constexpr const _Tp& operator()(_Arguments&...) const { return value; }
};
template <class _Tp> __host__ __device__ constexpr auto as_expression(const _Tp& __v) {
  if constexpr (is_expression<_Tp>) return __v;
  else return literal<_Tp>(__v);
}
#define CUTS_BINARY(name, op)                                                                                           \
  template <class _Left, class _Right> struct name : expression {                                                       \
    _Left left;                                                                                                         \
    _Right right;                                                                                                       \
    __host__ __device__ constexpr name(const _Left& __l, const _Right& __r) : left(__l), right(__r) {}                  \
    template <class... _Arguments> __host__ __device__ constexpr auto operator()(_Arguments&&... __a) const {           \
      return left(__a...) op right(__a...);                                                                             \
    }                                                                                                                   \
  };                                                                                                                    \
  template <class _Left, class _Right, class = std::enable_if_t<is_expression<_Left> || is_expression<_Right>>>         \
  __host__ __device__ constexpr auto operator op(const _Left& __l, const _Right& __r) {                                 \
    return name<decltype(as_expression(__l)), decltype(as_expression(__r))>(as_expression(__l), as_expression(__r));    \
  }
CUTS_BINARY(sum_of, +)
CUTS_BINARY(difference_of, -)
CUTS_BINARY(product_of, *)
CUTS_BINARY(quotient_of, /)
CUTS_BINARY(remainder_of, %)
CUTS_BINARY(is_less, <)
CUTS_BINARY(is_greater, >)
CUTS_BINARY(is_at_most, <=)
CUTS_BINARY(is_at_least, >=)
CUTS_BINARY(is_equal, ==)
CUTS_BINARY(is_unequal, !=)
CUTS_BINARY(both_of, &&)
CUTS_BINARY(either_of, ||)
CUTS_BINARY(common_bits, &)
CUTS_BINARY(all_bits, |)
CUTS_BINARY(other_bits, ^)
#undef CUTS_BINARY
template <class _Of> struct negative_of : expression {
  _Of of;
  __host__ __device__ constexpr explicit negative_of(const _Of& __o) : of(__o) {}
  template <class... _Arguments> __host__ __device__ constexpr auto operator()(_Arguments&&... __a) const { return -of(__a...); }
};
template <class _Of, class = std::enable_if_t<is_expression<_Of>>> __host__ __device__ constexpr auto operator-(const _Of& __o) { return negative_of<_Of>(__o); }
}
namespace placeholders {
static constexpr detail::placeholder<0> _1{};
static constexpr detail::placeholder<1> _2{};
static constexpr detail::placeholder<2> _3{};
static constexpr detail::placeholder<3> _4{};
}
}
