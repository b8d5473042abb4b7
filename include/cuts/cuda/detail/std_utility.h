// utility and initializer_list: move, forward, swap, exchange, pair, integer sequences.
#pragma once
#include "std_type_traits.h"

namespace std {
template <class T> __host__ __device__ constexpr T&& forward(remove_reference_t<T>& value) noexcept { return static_cast<T&&>(value); }
template <class T> __host__ __device__ constexpr T&& forward(remove_reference_t<T>&& value) noexcept { return static_cast<T&&>(value); }
template <class T> __host__ __device__ constexpr remove_reference_t<T>&& move(T&& value) noexcept {
  return static_cast<remove_reference_t<T>&&>(value);
}
template <class T> __host__ __device__ constexpr void swap(T& a, T& b) noexcept {
  T old = std::move(a);
  a = std::move(b);
  b = std::move(old);
}
template <class T, size_t N> __host__ __device__ constexpr void swap(T (&a)[N], T (&b)[N]) noexcept {
  for (size_t i = 0; i < N; ++i) swap(a[i], b[i]);
}
template <class T, class U = T> __host__ __device__ constexpr T exchange(T& target, U&& value) {
  T old = std::move(target);
  target = std::forward<U>(value);
  return old;
}
template <class T> __host__ __device__ constexpr const T& as_const(T& value) noexcept { return value; }

template <class T, T... Values> struct integer_sequence {
  typedef T value_type;
  static __host__ __device__ constexpr size_t size() noexcept { return sizeof...(Values); }
};
template <class T, T N> using make_integer_sequence = __make_integer_seq<integer_sequence, T, N>;
template <size_t... Values> using index_sequence = integer_sequence<size_t, Values...>;
template <size_t N> using make_index_sequence = make_integer_sequence<size_t, N>;
template <class... T> using index_sequence_for = make_index_sequence<sizeof...(T)>;

template <class A, class B> struct pair {
  typedef A first_type;
  typedef B second_type;
  A first;
  B second;
  pair() = default;
  __host__ __device__ constexpr pair(const A& a, const B& b) : first(a), second(b) {}
  template <class C, class D> __host__ __device__ constexpr pair(const pair<C, D>& p) : first(p.first), second(p.second) {}
  __host__ __device__ friend constexpr bool operator==(const pair& p, const pair& q) { return p.first == q.first && p.second == q.second; }
  __host__ __device__ friend constexpr bool operator!=(const pair& p, const pair& q) { return !(p == q); }
  __host__ __device__ friend constexpr bool operator<(const pair& p, const pair& q) {
    return p.first < q.first || (!(q.first < p.first) && p.second < q.second);
  }
};
template <class A, class B> __host__ __device__ constexpr pair<decay_t<A>, decay_t<B>> make_pair(A&& a, B&& b) { return {a, b}; }

// The compiler makes objects of this type; the layout is its own.
template <class T> class initializer_list {
  const T* data_ = nullptr;
  size_t size_ = 0;

 public:
  typedef T value_type;
  typedef const T* iterator;
  constexpr initializer_list() = default;
  __host__ __device__ constexpr size_t size() const noexcept { return size_; }
  __host__ __device__ constexpr const T* begin() const noexcept { return data_; }
  __host__ __device__ constexpr const T* end() const noexcept { return data_ + size_; }
};
}
