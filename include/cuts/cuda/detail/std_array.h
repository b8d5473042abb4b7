// std::array.
#pragma once
#include "std_utility.h"

namespace std {
template <class _Tp, size_t _Np> struct array {
  _Tp cuts_elements[_Np > 0 ? _Np : 1];
  typedef _Tp value_type;
  typedef size_t size_type;
  typedef _Tp* iterator;
  typedef const _Tp* const_iterator;
  __host__ __device__ constexpr _Tp& operator[](size_t __i) { return cuts_elements[__i]; }
  __host__ __device__ constexpr const _Tp& operator[](size_t __i) const { return cuts_elements[__i]; }
  __host__ __device__ constexpr _Tp* data() { return cuts_elements; }
  __host__ __device__ constexpr const _Tp* data() const { return cuts_elements; }
  __host__ __device__ constexpr _Tp* begin() { return cuts_elements; }
  __host__ __device__ constexpr const _Tp* begin() const { return cuts_elements; }
  __host__ __device__ constexpr _Tp* end() { return cuts_elements + _Np; }
  __host__ __device__ constexpr const _Tp* end() const { return cuts_elements + _Np; }
  __host__ __device__ constexpr _Tp& front() { return cuts_elements[0]; }
  __host__ __device__ constexpr const _Tp& front() const { return cuts_elements[0]; }
  __host__ __device__ constexpr _Tp& back() { return cuts_elements[_Np - 1]; }
  __host__ __device__ constexpr const _Tp& back() const { return cuts_elements[_Np - 1]; }
  __host__ __device__ constexpr void fill(const _Tp& value) {
    for (size_t __i = 0; __i < _Np; ++__i) cuts_elements[__i] = value;
  }
  static __host__ __device__ constexpr size_t size() { return _Np; }
  static __host__ __device__ constexpr bool empty() { return _Np == 0; }
};
template <class _Tp, class... _Up> array(_Tp, _Up...) -> array<_Tp, 1 + sizeof...(_Up)>;
template <size_t _Ip, class _Tp, size_t _Np> __host__ __device__ constexpr _Tp& get(array<_Tp, _Np>& __a) noexcept {
  return __a[_Ip];
}
template <size_t _Ip, class _Tp, size_t _Np> __host__ __device__ constexpr const _Tp& get(const array<_Tp, _Np>& __a) noexcept {
  return __a[_Ip];
}
}
