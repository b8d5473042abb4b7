// type_traits over clang's own traits.
#pragma once
#include "std_def.h"

namespace std {
template <class T, T Value> struct integral_constant {
  static constexpr T value = Value;
  typedef T value_type;
  typedef integral_constant type;
  __host__ __device__ constexpr operator T() const noexcept { return Value; }
  __host__ __device__ constexpr T operator()() const noexcept { return Value; }
};
template <bool Value> using bool_constant = integral_constant<bool, Value>;
typedef bool_constant<true> true_type;
typedef bool_constant<false> false_type;

#define CUTS_TRAIT(name, expression)                                        \
  template <class T> struct name : bool_constant<expression> {};            \
  template <class T> inline constexpr bool name##_v = expression;
CUTS_TRAIT(is_void, __is_void(T))
CUTS_TRAIT(is_integral, __is_integral(T))
CUTS_TRAIT(is_floating_point, __is_floating_point(T))
CUTS_TRAIT(is_arithmetic, __is_arithmetic(T))
CUTS_TRAIT(is_fundamental, __is_fundamental(T))
CUTS_TRAIT(is_scalar, __is_scalar(T))
CUTS_TRAIT(is_object, __is_object(T))
CUTS_TRAIT(is_array, __is_array(T))
CUTS_TRAIT(is_pointer, __is_pointer(T))
CUTS_TRAIT(is_reference, __is_reference(T))
CUTS_TRAIT(is_lvalue_reference, __is_lvalue_reference(T))
CUTS_TRAIT(is_rvalue_reference, __is_rvalue_reference(T))
CUTS_TRAIT(is_function, __is_function(T))
CUTS_TRAIT(is_class, __is_class(T))
CUTS_TRAIT(is_union, __is_union(T))
CUTS_TRAIT(is_enum, __is_enum(T))
CUTS_TRAIT(is_const, __is_const(T))
CUTS_TRAIT(is_volatile, __is_volatile(T))
CUTS_TRAIT(is_signed, __is_signed(T))
CUTS_TRAIT(is_unsigned, __is_unsigned(T))
CUTS_TRAIT(is_empty, __is_empty(T))
CUTS_TRAIT(is_polymorphic, __is_polymorphic(T))
CUTS_TRAIT(is_abstract, __is_abstract(T))
CUTS_TRAIT(is_final, __is_final(T))
CUTS_TRAIT(is_pod, __is_pod(T))
CUTS_TRAIT(is_trivial, __is_trivial(T))
CUTS_TRAIT(is_trivially_copyable, __is_trivially_copyable(T))
CUTS_TRAIT(is_standard_layout, __is_standard_layout(T))
CUTS_TRAIT(is_aggregate, __is_aggregate(T))
CUTS_TRAIT(is_default_constructible, __is_constructible(T))
CUTS_TRAIT(is_trivially_destructible, __is_trivially_destructible(T))
#undef CUTS_TRAIT
#define CUTS_TRAIT(name, expression)                                             \
  template <class A, class B> struct name : bool_constant<expression> {};        \
  template <class A, class B> inline constexpr bool name##_v = expression;
CUTS_TRAIT(is_same, __is_same(A, B))
CUTS_TRAIT(is_base_of, __is_base_of(A, B))
CUTS_TRAIT(is_convertible, __is_convertible(A, B))
CUTS_TRAIT(is_assignable, __is_assignable(A, B))
#undef CUTS_TRAIT
template <class T, class... A> struct is_constructible : bool_constant<__is_constructible(T, A...)> {};
template <class T, class... A> inline constexpr bool is_constructible_v = __is_constructible(T, A...);

#define CUTS_MAP(name, expression)                           \
  template <class T> struct name { typedef expression type; }; \
  template <class T> using name##_t = expression;
CUTS_MAP(remove_const, __remove_const(T))
CUTS_MAP(remove_volatile, __remove_volatile(T))
CUTS_MAP(remove_cv, __remove_cv(T))
CUTS_MAP(remove_reference, __remove_reference_t(T))
CUTS_MAP(remove_cvref, __remove_cvref(T))
CUTS_MAP(remove_pointer, __remove_pointer(T))
CUTS_MAP(remove_extent, __remove_extent(T))
CUTS_MAP(remove_all_extents, __remove_all_extents(T))
CUTS_MAP(add_const, const T)
CUTS_MAP(add_volatile, volatile T)
CUTS_MAP(add_pointer, __add_pointer(T))
CUTS_MAP(add_lvalue_reference, __add_lvalue_reference(T))
CUTS_MAP(add_rvalue_reference, __add_rvalue_reference(T))
CUTS_MAP(decay, __decay(T))
CUTS_MAP(make_signed, __make_signed(T))
CUTS_MAP(make_unsigned, __make_unsigned(T))
CUTS_MAP(underlying_type, __underlying_type(T))
CUTS_MAP(type_identity, T)
#undef CUTS_MAP

template <bool Condition, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool Condition, class T = void> using enable_if_t = typename enable_if<Condition, T>::type;
template <bool Condition, class A, class B> struct conditional { typedef A type; };
template <class A, class B> struct conditional<false, A, B> { typedef B type; };
template <bool Condition, class A, class B> using conditional_t = typename conditional<Condition, A, B>::type;
template <class...> using void_t = void;

template <class...> struct conjunction : true_type {};
template <class A> struct conjunction<A> : A {};
template <class A, class... B> struct conjunction<A, B...> : conditional_t<bool(A::value), conjunction<B...>, A> {};
template <class...> struct disjunction : false_type {};
template <class A> struct disjunction<A> : A {};
template <class A, class... B> struct disjunction<A, B...> : conditional_t<bool(A::value), A, disjunction<B...>> {};
template <class A> struct negation : bool_constant<!bool(A::value)> {};
template <class... A> inline constexpr bool conjunction_v = conjunction<A...>::value;
template <class... A> inline constexpr bool disjunction_v = disjunction<A...>::value;
template <class A> inline constexpr bool negation_v = negation<A>::value;

template <class T> __host__ __device__ add_rvalue_reference_t<T> declval() noexcept;
template <class... A> struct common_type;
template <class A> struct common_type<A> { typedef decay_t<A> type; };
template <class A, class B> struct common_type<A, B> { typedef decay_t<decltype(false ? declval<A>() : declval<B>())> type; };
template <class A, class B, class... C> struct common_type<A, B, C...> : common_type<typename common_type<A, B>::type, C...> {};
template <class... A> using common_type_t = typename common_type<A...>::type;

template <class T> struct alignment_of : integral_constant<size_t, alignof(T)> {};
template <class T> inline constexpr size_t alignment_of_v = alignof(T);
template <class T> struct rank : integral_constant<size_t, __array_rank(T)> {};
template <class T, unsigned Index = 0> struct extent : integral_constant<size_t, __array_extent(T, Index)> {};
template <size_t Size, size_t Align = alignof(max_align_t)> struct aligned_storage {
  struct type { alignas(Align) unsigned char data[Size]; };
};
template <size_t Size, size_t Align = alignof(max_align_t)> using aligned_storage_t = typename aligned_storage<Size, Align>::type;

template <class F, class... A> struct invoke_result { typedef decltype(declval<F>()(declval<A>()...)) type; };
template <class F, class... A> using invoke_result_t = typename invoke_result<F, A...>::type;
template <class, class F, class... A> struct cuts_invocable : false_type {};
template <class F, class... A> struct cuts_invocable<void_t<invoke_result_t<F, A...>>, F, A...> : true_type {};
template <class F, class... A> struct is_invocable : cuts_invocable<void, F, A...> {};
template <class F, class... A> inline constexpr bool is_invocable_v = is_invocable<F, A...>::value;

__host__ __device__ constexpr bool is_constant_evaluated() noexcept { return __builtin_is_constant_evaluated(); }
}
