// algorithm: minima and maxima, clamp, swap, and the short loops over ranges. Sorting is not here.
#pragma once
#include "std_utility.h"

namespace std {
template <class T> __host__ __device__ constexpr const T&(min)(const T& a, const T& b) { return b < a ? b : a; }
template <class T> __host__ __device__ constexpr const T&(max)(const T& a, const T& b) { return a < b ? b : a; }
template <class T, class Less> __host__ __device__ constexpr const T&(min)(const T& a, const T& b, Less less) { return less(b, a) ? b : a; }
template <class T, class Less> __host__ __device__ constexpr const T&(max)(const T& a, const T& b, Less less) { return less(a, b) ? b : a; }
template <class I> __host__ __device__ constexpr I min_element(I first, I last) {
  I best = first;
  for (; first != last; ++first)
    if (*first < *best) best = first;
  return best;
}
template <class I> __host__ __device__ constexpr I max_element(I first, I last) {
  I best = first;
  for (; first != last; ++first)
    if (*best < *first) best = first;
  return best;
}
template <class T> __host__ __device__ constexpr T(min)(initializer_list<T> values) { return *min_element(values.begin(), values.end()); }
template <class T> __host__ __device__ constexpr T(max)(initializer_list<T> values) { return *max_element(values.begin(), values.end()); }
template <class T> __host__ __device__ constexpr const T& clamp(const T& value, const T& low, const T& high) {
  return value < low ? low : high < value ? high : value;
}
template <class I, class T> __host__ __device__ constexpr void fill(I first, I last, const T& value) {
  for (; first != last; ++first) *first = value;
}
template <class I, class N, class T> __host__ __device__ constexpr I fill_n(I first, N count, const T& value) {
  for (; count > 0; --count, ++first) *first = value;
  return first;
}
template <class I, class O> __host__ __device__ constexpr O copy(I first, I last, O out) {
  for (; first != last; ++first, ++out) *out = *first;
  return out;
}
template <class I, class N, class O> __host__ __device__ constexpr O copy_n(I first, N count, O out) {
  for (; count > 0; --count, ++first, ++out) *out = *first;
  return out;
}
template <class I, class F> __host__ __device__ constexpr F for_each(I first, I last, F function) {
  for (; first != last; ++first) function(*first);
  return function;
}
template <class I, class O, class F> __host__ __device__ constexpr O transform(I first, I last, O out, F function) {
  for (; first != last; ++first, ++out) *out = function(*first);
  return out;
}
template <class I, class T> __host__ __device__ constexpr I find(I first, I last, const T& value) {
  while (first != last && !(*first == value)) ++first;
  return first;
}
template <class I, class T> __host__ __device__ constexpr ptrdiff_t count(I first, I last, const T& value) {
  ptrdiff_t found = 0;
  for (; first != last; ++first) found += *first == value;
  return found;
}
template <class I> __host__ __device__ constexpr void reverse(I first, I last) {
  while (first != last && first != --last) swap(*first++, *last);
}
template <class I, class T> __host__ __device__ constexpr I lower_bound(I first, I last, const T& value) {
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
template <class I, class T> __host__ __device__ constexpr I upper_bound(I first, I last, const T& value) {
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
template <class I, class T> __host__ __device__ constexpr bool binary_search(I first, I last, const T& value) {
  I found = lower_bound(first, last, value);
  return found != last && !(value < *found);
}
}
