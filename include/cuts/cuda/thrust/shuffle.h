// thrust::shuffle and shuffle_copy: Thrust's own permutation, a Feistel cipher of 24 rounds over the next power of two, of
// which the numbers that are indices count.
#pragma once
#include <thrust/detail/algorithms.h>
#include <vector>

namespace thrust {
namespace detail {
class cuts_permutation {
  unsigned long long left_bits, right_bits, left_mask, right_mask;
  unsigned keys[24];

 public:
  template <class _Generator> cuts_permutation(unsigned long long __n, _Generator&& __g) {
    unsigned long long __bits = 4;
    if (__n > 16)
      for (__bits = 0, --__n; __n != 0; __n >>= 1) ++__bits;
    left_bits = __bits / 2;
    right_bits = __bits - left_bits;
    left_mask = (1ull << left_bits) - 1;
    right_mask = (1ull << right_bits) - 1;
    for (unsigned& __key : keys) __key = static_cast<unsigned>(__g());
  }
  unsigned long long size() const { return 1ull << (left_bits + right_bits); }
  unsigned long long operator()(unsigned long long __i) const {
    unsigned __left = static_cast<unsigned>(__i >> right_bits), __right = static_cast<unsigned>(__i & right_mask);
    for (unsigned __key : keys) {
      const unsigned long long __product = 0xD2B74407B1CE6E93ull * __left;
      const unsigned __low = (static_cast<unsigned>(__product) << (right_bits - left_bits)) | (__right >> left_bits);
      __left = ((static_cast<unsigned>(__product >> 32) ^ __key) ^ __right) & static_cast<unsigned>(left_mask);
      __right = __low & static_cast<unsigned>(right_mask);
    }
    return (static_cast<unsigned long long>(__left) << right_bits) | __right;
  }
};
}
template <class _Policy, class _In, class _Out, class _Generator>
void shuffle_copy(const _Policy& __policy, _In __first, _In __last, _Out __result, _Generator&& __g) {
  const unsigned long long __n = static_cast<unsigned long long>(__last - __first);
  const detail::cuts_permutation __permute(__n, __g);
  std::vector<typename std::iterator_traits<_In>::value_type> __from(__n), __to;
  thrust::copy(__first, __last, __from.begin());
  __to.reserve(__n);
  for (unsigned long long __i = 0; __i < __permute.size(); ++__i) {
    const unsigned long long __at = __permute(__i);
    if (__at < __n) __to.push_back(__from[__at]);
  }
  thrust::copy(__to.begin(), __to.end(), __result);
}
template <class _In, class _Out, class _Generator> void shuffle_copy(_In __first, _In __last, _Out __result, _Generator&& __g) {
  thrust::shuffle_copy(0, __first, __last, __result, __g);
}
template <class _Policy, class _It, class _Generator> void shuffle(const _Policy& __policy, _It __first, _It __last, _Generator&& __g) {
  thrust::shuffle_copy(__policy, __first, __last, __first, __g);
}
template <class _It, class _Generator> void shuffle(_It __first, _It __last, _Generator&& __g) {
  thrust::shuffle_copy(__first, __last, __first, __g);
}
}
