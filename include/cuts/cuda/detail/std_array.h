// std::array.
#pragma once
#include "std_utility.h"

namespace std {
template <class T, size_t N> struct array {
  T cuts_elements[N > 0 ? N : 1];
  typedef T value_type;
  typedef size_t size_type;
  typedef T* iterator;
  typedef const T* const_iterator;
  __host__ __device__ constexpr T& operator[](size_t i) { return cuts_elements[i]; }
  __host__ __device__ constexpr const T& operator[](size_t i) const { return cuts_elements[i]; }
  __host__ __device__ constexpr T* data() { return cuts_elements; }
  __host__ __device__ constexpr const T* data() const { return cuts_elements; }
  __host__ __device__ constexpr T* begin() { return cuts_elements; }
  __host__ __device__ constexpr const T* begin() const { return cuts_elements; }
  __host__ __device__ constexpr T* end() { return cuts_elements + N; }
  __host__ __device__ constexpr const T* end() const { return cuts_elements + N; }
  __host__ __device__ constexpr T& front() { return cuts_elements[0]; }
  __host__ __device__ constexpr const T& front() const { return cuts_elements[0]; }
  __host__ __device__ constexpr T& back() { return cuts_elements[N - 1]; }
  __host__ __device__ constexpr const T& back() const { return cuts_elements[N - 1]; }
  __host__ __device__ constexpr void fill(const T& value) {
    for (size_t i = 0; i < N; ++i) cuts_elements[i] = value;
  }
  static __host__ __device__ constexpr size_t size() { return N; }
  static __host__ __device__ constexpr bool empty() { return N == 0; }
};
template <class T, class... U> array(T, U...) -> array<T, 1 + sizeof...(U)>;
template <size_t I, class T, size_t N> __host__ __device__ constexpr T& get(array<T, N>& a) noexcept { return a[I]; }
template <size_t I, class T, size_t N> __host__ __device__ constexpr const T& get(const array<T, N>& a) noexcept { return a[I]; }
}
