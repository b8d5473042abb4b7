// Stable sorting of keys and the values that go with them, by one thread: counting by bytes for numbers in their natural
// order, merging for everything else. Both work on copies in two halves of scratch memory.
#pragma once
#include "system.h"

namespace thrust {
namespace detail {
struct no_values {};

// Bits whose unsigned order is the order of the numbers.
template <class _Key> __host__ __device__ auto ordered_bits(_Key __key) {
  typedef std::conditional_t<sizeof(_Key) == 8, unsigned long long, std::conditional_t<sizeof(_Key) == 4, unsigned, std::conditional_t<sizeof(_Key) == 2, unsigned short, unsigned char>>> bits_type;
  bits_type __bits;
  __builtin_memcpy(&__bits, &__key, sizeof __bits);
  constexpr bits_type __sign = bits_type(bits_type(1) << (8 * sizeof(_Key) - 1));
  if constexpr (std::is_floating_point_v<_Key>) return bits_type(__bits & __sign ? ~__bits : __bits | __sign);
  else if constexpr (std::is_signed_v<_Key>) return bits_type(__bits ^ __sign);
  else return __bits;
}

template <class _Key, class _Value, bool _Descending> struct radix_sort {
  _Key *keys, *other_keys;
  _Value *values, *other_values;
  __host__ __device__ void operator()(size_t __n, int __first_bit = 0, int __last_bit = 8 * sizeof(_Key)) {
    for (int __shift = __first_bit; __shift < __last_bit; __shift += 8) {
      const unsigned __mask = __last_bit - __shift < 8 ? (1u << (__last_bit - __shift)) - 1u : 255u;
      unsigned __count[256];
      for (int __d = 0; __d < 256; ++__d) __count[__d] = 0;
      for (size_t __i = 0; __i < __n; ++__i) ++__count[digit(keys[__i], __shift, __mask)];
      unsigned __sum = 0;
      for (int __d = 0; __d < 256; ++__d) {
        unsigned __here = __count[__d];
        __count[__d] = __sum;
        __sum += __here;
      }
      for (size_t __i = 0; __i < __n; ++__i) {
        unsigned __to = __count[digit(keys[__i], __shift, __mask)]++;
        other_keys[__to] = keys[__i];
        if constexpr (!std::is_same_v<_Value, no_values>) other_values[__to] = values[__i];
      }
      exchange();
    }
  }
  __host__ __device__ static unsigned digit(_Key __key, int __shift, unsigned __mask) {
    unsigned __digit = unsigned(ordered_bits(__key) >> __shift) & __mask;
    return _Descending ? __mask - __digit : __digit;
  }
  __host__ __device__ void exchange() {
    _Key* __k = keys;
    keys = other_keys;
    other_keys = __k;
    _Value* __v = values;
    values = other_values;
    other_values = __v;
  }
};

template <class _Key, class _Value, class _Less> struct merge_sort {
  _Key *keys, *other_keys;
  _Value *values, *other_values;
  _Less less;
  __host__ __device__ void operator()(size_t __n) {
    constexpr size_t __run = 8;
    for (size_t __begin = 0; __begin < __n; __begin += __run) insert(__begin, __begin + __run < __n ? __begin + __run : __n);
    for (size_t __width = __run; __width < __n; __width *= 2) {
      for (size_t __begin = 0; __begin < __n; __begin += 2 * __width)
        merge(__begin, __begin + __width < __n ? __begin + __width : __n, __begin + 2 * __width < __n ? __begin + 2 * __width : __n);
      _Key* __k = keys;
      keys = other_keys;
      other_keys = __k;
      _Value* __v = values;
      values = other_values;
      other_values = __v;
    }
  }
  __host__ __device__ void insert(size_t __begin, size_t __end) {
    for (size_t __i = __begin + 1; __i < __end; ++__i) {
      _Key __key = keys[__i];
      size_t __j = __i;
      if constexpr (std::is_same_v<_Value, no_values>) {
        for (; __j > __begin && less(__key, keys[__j - 1]); --__j) keys[__j] = keys[__j - 1];
      } else {
        _Value __value = values[__i];
        for (; __j > __begin && less(__key, keys[__j - 1]); --__j) {
          keys[__j] = keys[__j - 1];
          values[__j] = values[__j - 1];
        }
        values[__j] = __value;
      }
      keys[__j] = __key;
    }
  }
  __host__ __device__ void merge(size_t __left, size_t __middle, size_t __end) {
    for (size_t __right = __middle, __to = __left; __to < __end; ++__to) {
      bool __from_right = __left >= __middle || (__right < __end && less(keys[__right], keys[__left]));
      size_t __from = __from_right ? __right++ : __left++;
      other_keys[__to] = keys[__from];
      if constexpr (!std::is_same_v<_Value, no_values>) other_values[__to] = values[__from];
    }
  }
};

template <class _Less, class _Key> constexpr bool is_ascending = std::is_same_v<_Less, std::less<_Key>> || std::is_same_v<_Less, std::less<>>;
template <class _Less, class _Key> constexpr bool is_descending = std::is_same_v<_Less, std::greater<_Key>> || std::is_same_v<_Less, std::greater<>>;
template <class _Key, class _Value, class _Less> struct sorter_for {
  typedef std::conditional_t<std::is_arithmetic_v<_Key> && (is_ascending<_Less, _Key> || is_descending<_Less, _Key>),
                             radix_sort<_Key, _Value, is_descending<_Less, _Key>>, merge_sort<_Key, _Value, _Less>> type;
};
template <class _Key, class _Value, bool _Descending, class _Less>
__host__ __device__ radix_sort<_Key, _Value, _Descending> make_sorter(radix_sort<_Key, _Value, _Descending>*, _Key* __k, _Key* __k2, _Value* __v, _Value* __v2, _Less) { return {__k, __k2, __v, __v2}; }
template <class _Key, class _Value, class _Less>
__host__ __device__ merge_sort<_Key, _Value, _Less> make_sorter(merge_sort<_Key, _Value, _Less>*, _Key* __k, _Key* __k2, _Value* __v, _Value* __v2, _Less __less) { return {__k, __k2, __v, __v2, __less}; }

// The number of elements for which before(element, value) holds, in a range where those come first.
template <class _In, class _Tp, class _Before> __host__ __device__ ptrdiff_t partition_point(_In __in, ptrdiff_t __n, const _Tp& __value, _Before __before) {
  ptrdiff_t __low = 0;
  while (__n > 0) {
    ptrdiff_t __half = __n / 2;
    if (__before(__in[__low + __half], __value)) {
      __low += __half + 1;
      __n -= __half + 1;
    } else {
      __n = __half;
    }
  }
  return __low;
}
}
}
