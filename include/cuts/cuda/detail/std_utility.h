// utility and initializer_list: move, forward, swap, exchange, pair, integer sequences.
#pragma once
#include "std_type_traits.h"

namespace std {
template <class _Tp> __host__ __device__ constexpr _Tp&& forward(remove_reference_t<_Tp>& value) noexcept {
  return static_cast<_Tp&&>(value);
}
template <class _Tp> __host__ __device__ constexpr _Tp&& forward(remove_reference_t<_Tp>&& value) noexcept {
  return static_cast<_Tp&&>(value);
}
template <class _Tp> __host__ __device__ constexpr remove_reference_t<_Tp>&& move(_Tp&& value) noexcept {
  return static_cast<remove_reference_t<_Tp>&&>(value);
}
template <class _Tp> __host__ __device__ constexpr void swap(_Tp& __a, _Tp& __b) noexcept {
  _Tp old = std::move(__a);
  __a = std::move(__b);
  __b = std::move(old);
}
template <class _Tp, size_t _Np> __host__ __device__ constexpr void swap(_Tp (&__a)[_Np], _Tp (&__b)[_Np]) noexcept {
  for (size_t __i = 0; __i < _Np; ++__i) swap(__a[__i], __b[__i]);
}
template <class _Tp, class _Up = _Tp> __host__ __device__ constexpr _Tp exchange(_Tp& target, _Up&& value) {
  _Tp old = std::move(target);
  target = std::forward<_Up>(value);
  return old;
}
template <class _Tp> __host__ __device__ constexpr const _Tp& as_const(_Tp& value) noexcept { return value; }

template <class _Tp, _Tp... _Values> struct integer_sequence {
  typedef _Tp value_type;
  static __host__ __device__ constexpr size_t size() noexcept { return sizeof...(_Values); }
};
template <class _Tp, _Tp _Np> using make_integer_sequence = __make_integer_seq<integer_sequence, _Tp, _Np>;
template <size_t... _Values> using index_sequence = integer_sequence<size_t, _Values...>;
template <size_t _Np> using make_index_sequence = make_integer_sequence<size_t, _Np>;
template <class... _Tp> using index_sequence_for = make_index_sequence<sizeof...(_Tp)>;

template <class _Ap, class _Bp> struct pair {
  typedef _Ap first_type;
  typedef _Bp second_type;
  _Ap first;
  _Bp second;
  pair() = default;
  __host__ __device__ constexpr pair(const _Ap& __a, const _Bp& __b) : first(__a), second(__b) {}
  template <class _Cp, class _Dp> __host__ __device__ constexpr pair(const pair<_Cp, _Dp>& __p) : first(__p.first), second(__p.second) {}
  __host__ __device__ friend constexpr bool operator==(const pair& __p, const pair& __q) {
    return __p.first == __q.first && __p.second == __q.second;
  }
  __host__ __device__ friend constexpr bool operator!=(const pair& __p, const pair& __q) { return !(__p == __q); }
  __host__ __device__ friend constexpr bool operator<(const pair& __p, const pair& __q) {
    return __p.first < __q.first || (!(__q.first < __p.first) && __p.second < __q.second);
  }
};
template <class _Ap, class _Bp> __host__ __device__ constexpr pair<decay_t<_Ap>, decay_t<_Bp>> make_pair(_Ap&& __a, _Bp&& __b) {
  return {__a, __b};
}

// The compiler makes objects of this type; the layout is its own.
template <class _Tp> class initializer_list {
  const _Tp* data_ = nullptr;
  size_t size_ = 0;

 public:
  typedef _Tp value_type;
  typedef const _Tp* iterator;
  constexpr initializer_list() = default;
  __host__ __device__ constexpr size_t size() const noexcept { return size_; }
  __host__ __device__ constexpr const _Tp* begin() const noexcept { return data_; }
  __host__ __device__ constexpr const _Tp* end() const noexcept { return data_ + size_; }
};
}
