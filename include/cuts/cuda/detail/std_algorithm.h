// algorithm: minima and maxima, clamp, swap, and the short loops over ranges. Sorting is not here.
#pragma once
#include "std_utility.h"

namespace std {
template <class _Tp> __host__ __device__ constexpr const _Tp&(min)(const _Tp& __a, const _Tp& __b) {
  return __b < __a ? __b : __a;
}
template <class _Tp> __host__ __device__ constexpr const _Tp&(max)(const _Tp& __a, const _Tp& __b) {
  return __a < __b ? __b : __a;
}
template <class _Tp, class _Less> __host__ __device__ constexpr const _Tp&(min)(const _Tp& __a, const _Tp& __b, _Less less) {
  return less(__b, __a) ? __b : __a;
}
template <class _Tp, class _Less> __host__ __device__ constexpr const _Tp&(max)(const _Tp& __a, const _Tp& __b, _Less less) {
  return less(__a, __b) ? __b : __a;
}
template <class _Ip> __host__ __device__ constexpr _Ip min_element(_Ip first, _Ip last) {
  _Ip best = first;
  for (; first != last; ++first)
    if (*first < *best) best = first;
  return best;
}
template <class _Ip> __host__ __device__ constexpr _Ip max_element(_Ip first, _Ip last) {
  _Ip best = first;
  for (; first != last; ++first)
    if (*best < *first) best = first;
  return best;
}
template <class _Tp> __host__ __device__ constexpr _Tp(min)(initializer_list<_Tp> values) {
  return *min_element(values.begin(), values.end());
}
template <class _Tp> __host__ __device__ constexpr _Tp(max)(initializer_list<_Tp> values) {
  return *max_element(values.begin(), values.end());
}
template <class _Tp> __host__ __device__ constexpr const _Tp& clamp(const _Tp& value, const _Tp& low, const _Tp& high) {
  return value < low ? low : high < value ? high : value;
}
template <class _Ip, class _Tp> __host__ __device__ constexpr void fill(_Ip first, _Ip last, const _Tp& value) {
  for (; first != last; ++first) *first = value;
}
template <class _Ip, class _Np, class _Tp> __host__ __device__ constexpr _Ip fill_n(_Ip first, _Np count, const _Tp& value) {
  for (; count > 0; --count, ++first) *first = value;
  return first;
}
template <class _Ip, class _Out> __host__ __device__ constexpr _Out copy(_Ip first, _Ip last, _Out out) {
  for (; first != last; ++first, ++out) *out = *first;
  return out;
}
template <class _Ip, class _Np, class _Out> __host__ __device__ constexpr _Out copy_n(_Ip first, _Np count, _Out out) {
  for (; count > 0; --count, ++first, ++out) *out = *first;
  return out;
}
template <class _Ip, class _Fp> __host__ __device__ constexpr _Fp for_each(_Ip first, _Ip last, _Fp function) {
  for (; first != last; ++first) function(*first);
  return function;
}
template <class _Ip, class _Out, class _Fp> __host__ __device__ constexpr _Out transform(_Ip first, _Ip last, _Out out, _Fp function) {
  for (; first != last; ++first, ++out) *out = function(*first);
  return out;
}
template <class _Ip, class _Tp> __host__ __device__ constexpr _Ip find(_Ip first, _Ip last, const _Tp& value) {
  while (first != last && !(*first == value)) ++first;
  return first;
}
template <class _Ip, class _Tp> __host__ __device__ constexpr ptrdiff_t count(_Ip first, _Ip last, const _Tp& value) {
  ptrdiff_t found = 0;
  for (; first != last; ++first) found += *first == value;
  return found;
}
template <class _Ip> __host__ __device__ constexpr void reverse(_Ip first, _Ip last) {
  while (first != last && first != --last) swap(*first++, *last);
}
template <class _Ip, class _Tp> __host__ __device__ constexpr _Ip lower_bound(_Ip first, _Ip last, const _Tp& value) {
  for (auto count = last - first; count > 0;) {
    auto half = count / 2;
    if (first[half] < value) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}
template <class _Ip, class _Tp> __host__ __device__ constexpr _Ip upper_bound(_Ip first, _Ip last, const _Tp& value) {
  for (auto count = last - first; count > 0;) {
    auto half = count / 2;
    if (!(value < first[half])) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}
template <class _Ip, class _Tp> __host__ __device__ constexpr bool binary_search(_Ip first, _Ip last, const _Tp& value) {
  _Ip found = lower_bound(first, last, value);
  return found != last && !(value < *found);
}
}
