// type_traits over clang's own traits.
#pragma once
#include "std_def.h"

namespace std {
template <class _Tp, _Tp _Value> struct integral_constant {
  static constexpr _Tp value = _Value;
  typedef _Tp value_type;
  typedef integral_constant type;
  __host__ __device__ constexpr operator _Tp() const noexcept { return _Value; }
  __host__ __device__ constexpr _Tp operator()() const noexcept { return _Value; }
};
template <bool _Value> using bool_constant = integral_constant<bool, _Value>;
typedef bool_constant<true> true_type;
typedef bool_constant<false> false_type;

#define CUTS_TRAIT(name, expression)                               \
  template <class _Tp> struct name : bool_constant<expression> {}; \
  template <class _Tp> inline constexpr bool name##_v = expression;
CUTS_TRAIT(is_void, __is_void(_Tp))
CUTS_TRAIT(is_integral, __is_integral(_Tp))
CUTS_TRAIT(is_floating_point, __is_floating_point(_Tp))
CUTS_TRAIT(is_arithmetic, __is_arithmetic(_Tp))
CUTS_TRAIT(is_fundamental, __is_fundamental(_Tp))
CUTS_TRAIT(is_scalar, __is_scalar(_Tp))
CUTS_TRAIT(is_object, __is_object(_Tp))
CUTS_TRAIT(is_array, __is_array(_Tp))
CUTS_TRAIT(is_pointer, __is_pointer(_Tp))
CUTS_TRAIT(is_reference, __is_reference(_Tp))
CUTS_TRAIT(is_lvalue_reference, __is_lvalue_reference(_Tp))
CUTS_TRAIT(is_rvalue_reference, __is_rvalue_reference(_Tp))
CUTS_TRAIT(is_function, __is_function(_Tp))
CUTS_TRAIT(is_class, __is_class(_Tp))
CUTS_TRAIT(is_union, __is_union(_Tp))
CUTS_TRAIT(is_enum, __is_enum(_Tp))
CUTS_TRAIT(is_const, __is_const(_Tp))
CUTS_TRAIT(is_volatile, __is_volatile(_Tp))
CUTS_TRAIT(is_signed, __is_signed(_Tp))
CUTS_TRAIT(is_unsigned, __is_unsigned(_Tp))
CUTS_TRAIT(is_empty, __is_empty(_Tp))
CUTS_TRAIT(is_polymorphic, __is_polymorphic(_Tp))
CUTS_TRAIT(is_abstract, __is_abstract(_Tp))
CUTS_TRAIT(is_final, __is_final(_Tp))
CUTS_TRAIT(is_pod, __is_pod(_Tp))
CUTS_TRAIT(is_trivial, __is_trivial(_Tp))
CUTS_TRAIT(is_trivially_copyable, __is_trivially_copyable(_Tp))
CUTS_TRAIT(is_standard_layout, __is_standard_layout(_Tp))
CUTS_TRAIT(is_aggregate, __is_aggregate(_Tp))
CUTS_TRAIT(is_default_constructible, __is_constructible(_Tp))
CUTS_TRAIT(is_trivially_destructible, __is_trivially_destructible(_Tp))
#undef CUTS_TRAIT
#define CUTS_TRAIT(name, expression)                                          \
  template <class _Ap, class _Bp> struct name : bool_constant<expression> {}; \
  template <class _Ap, class _Bp> inline constexpr bool name##_v = expression;
CUTS_TRAIT(is_same, __is_same(_Ap, _Bp))
CUTS_TRAIT(is_base_of, __is_base_of(_Ap, _Bp))
CUTS_TRAIT(is_convertible, __is_convertible(_Ap, _Bp))
CUTS_TRAIT(is_assignable, __is_assignable(_Ap, _Bp))
#undef CUTS_TRAIT
template <class _Tp, class... _Ap> struct is_constructible : bool_constant<__is_constructible(_Tp, _Ap...)> {};
template <class _Tp, class... _Ap> inline constexpr bool is_constructible_v = __is_constructible(_Tp, _Ap...);

#define CUTS_MAP(name, expression)                               \
  template <class _Tp> struct name { typedef expression type; }; \
  template <class _Tp> using name##_t = expression;
CUTS_MAP(remove_const, __remove_const(_Tp))
CUTS_MAP(remove_volatile, __remove_volatile(_Tp))
CUTS_MAP(remove_cv, __remove_cv(_Tp))
CUTS_MAP(remove_reference, __remove_reference_t(_Tp))
CUTS_MAP(remove_cvref, __remove_cvref(_Tp))
CUTS_MAP(remove_pointer, __remove_pointer(_Tp))
CUTS_MAP(remove_extent, __remove_extent(_Tp))
CUTS_MAP(remove_all_extents, __remove_all_extents(_Tp))
CUTS_MAP(add_const, const _Tp)
CUTS_MAP(add_volatile, volatile _Tp)
CUTS_MAP(add_pointer, __add_pointer(_Tp))
CUTS_MAP(add_lvalue_reference, __add_lvalue_reference(_Tp))
CUTS_MAP(add_rvalue_reference, __add_rvalue_reference(_Tp))
CUTS_MAP(decay, __decay(_Tp))
CUTS_MAP(make_signed, __make_signed(_Tp))
CUTS_MAP(make_unsigned, __make_unsigned(_Tp))
CUTS_MAP(underlying_type, __underlying_type(_Tp))
CUTS_MAP(type_identity, _Tp)
#undef CUTS_MAP

template <bool _Cond, class _Tp = void> struct enable_if {};
template <class _Tp> struct enable_if<true, _Tp> { typedef _Tp type; };
template <bool _Cond, class _Tp = void> using enable_if_t = typename enable_if<_Cond, _Tp>::type;
template <bool _Cond, class _Ap, class _Bp> struct conditional { typedef _Ap type; };
template <class _Ap, class _Bp> struct conditional<false, _Ap, _Bp> { typedef _Bp type; };
template <bool _Cond, class _Ap, class _Bp> using conditional_t = typename conditional<_Cond, _Ap, _Bp>::type;
template <class...> using void_t = void;

template <class...> struct conjunction : true_type {};
template <class _Ap> struct conjunction<_Ap> : _Ap {};
template <class _Ap, class... _Bp> struct conjunction<_Ap, _Bp...> : conditional_t<bool(_Ap::value), conjunction<_Bp...>, _Ap> {};
template <class...> struct disjunction : false_type {};
template <class _Ap> struct disjunction<_Ap> : _Ap {};
template <class _Ap, class... _Bp> struct disjunction<_Ap, _Bp...> : conditional_t<bool(_Ap::value), _Ap, disjunction<_Bp...>> {};
template <class _Ap> struct negation : bool_constant<!bool(_Ap::value)> {};
template <class... _Ap> inline constexpr bool conjunction_v = conjunction<_Ap...>::value;
template <class... _Ap> inline constexpr bool disjunction_v = disjunction<_Ap...>::value;
template <class _Ap> inline constexpr bool negation_v = negation<_Ap>::value;

template <class _Tp> __host__ __device__ add_rvalue_reference_t<_Tp> declval() noexcept;
template <class... _Ap> struct common_type;
template <class _Ap> struct common_type<_Ap> { typedef decay_t<_Ap> type; };
template <class _Ap, class _Bp> struct common_type<_Ap, _Bp> { typedef decay_t<decltype(false ? declval<_Ap>() : declval<_Bp>())> type; };
template <class _Ap, class _Bp, class... _Cp> struct common_type<_Ap, _Bp, _Cp...> : common_type<typename common_type<_Ap, _Bp>::type, _Cp...> {};
template <class... _Ap> using common_type_t = typename common_type<_Ap...>::type;

template <class _Tp> struct alignment_of : integral_constant<size_t, alignof(_Tp)> {};
template <class _Tp> inline constexpr size_t alignment_of_v = alignof(_Tp);
template <class _Tp> struct rank : integral_constant<size_t, __array_rank(_Tp)> {};
template <class _Tp, unsigned _Index = 0> struct extent : integral_constant<size_t, __array_extent(_Tp, _Index)> {};
template <size_t _Size, size_t _Align = alignof(max_align_t)> struct aligned_storage {
  struct type { alignas(_Align) unsigned char data[_Size]; };
};
template <size_t _Size, size_t _Align = alignof(max_align_t)> using aligned_storage_t = typename aligned_storage<_Size, _Align>::type;

template <class _Fp, class... _Ap> struct invoke_result { typedef decltype(declval<_Fp>()(declval<_Ap>()...)) type; };
template <class _Fp, class... _Ap> using invoke_result_t = typename invoke_result<_Fp, _Ap...>::type;
template <class, class _Fp, class... _Ap> struct cuts_invocable : false_type {};
template <class _Fp, class... _Ap> struct cuts_invocable<void_t<invoke_result_t<_Fp, _Ap...>>, _Fp, _Ap...> : true_type {};
template <class _Fp, class... _Ap> struct is_invocable : cuts_invocable<void, _Fp, _Ap...> {};
template <class _Fp, class... _Ap> inline constexpr bool is_invocable_v = is_invocable<_Fp, _Ap...>::value;

__host__ __device__ constexpr bool is_constant_evaluated() noexcept { return __builtin_is_constant_evaluated(); }
}
