// cub::BlockRadixSort: thread 0 sorts the keys of the block, with their values, in shared memory.
#pragma once
#include <thrust/detail/sort.h>
#include "../operators.h"

namespace cub {
template <class _Key, int _X, int _N, class _Value = NullType, int = 4, bool = true, BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int = 0, int _Y = 1, int _Z = 1, int = 0>
class BlockRadixSort {
  static constexpr int threads = _X * _Y * _Z, count = threads * _N;
  static constexpr bool keys_only = std::is_same_v<_Value, NullType>;

 public:
  struct TempStorage {
    detail::storage<_Key, 2 * count> keys;
    detail::storage<_Value, keys_only ? 1 : 2 * count> values;
  };
  __device__ explicit BlockRadixSort(TempStorage& __storage) : keys_(__storage.keys.get()), values_(__storage.values.get()) {}

  __device__ void Sort(_Key (&__keys)[_N], int __from = 0, int __to = 8 * sizeof(_Key)) { sort<false, false>(__keys, nullptr, __from, __to); }
  __device__ void SortDescending(_Key (&__keys)[_N], int __from = 0, int __to = 8 * sizeof(_Key)) { sort<true, false>(__keys, nullptr, __from, __to); }
  __device__ void Sort(_Key (&__keys)[_N], _Value (&__values)[_N], int __from = 0, int __to = 8 * sizeof(_Key)) { sort<false, false>(__keys, __values, __from, __to); }
  __device__ void SortDescending(_Key (&__keys)[_N], _Value (&__values)[_N], int __from = 0, int __to = 8 * sizeof(_Key)) { sort<true, false>(__keys, __values, __from, __to); }
  __device__ void SortBlockedToStriped(_Key (&__keys)[_N], int __from = 0, int __to = 8 * sizeof(_Key)) { sort<false, true>(__keys, nullptr, __from, __to); }
  __device__ void SortBlockedToStriped(_Key (&__keys)[_N], _Value (&__values)[_N], int __from = 0, int __to = 8 * sizeof(_Key)) { sort<false, true>(__keys, __values, __from, __to); }

 private:
  template <bool _Descending, bool _Striped> __device__ void sort(_Key* __keys, _Value* __values, int __from, int __to) {
    typedef std::conditional_t<keys_only, thrust::detail::no_values, _Value> carried;
    const int __rank = cuts_thread_rank();
    for (int __i = 0; __i < _N; ++__i) {
      keys_[__rank * _N + __i] = __keys[__i];
      if constexpr (!keys_only) values_[__rank * _N + __i] = __values[__i];
    }
    __syncthreads();
    if (__rank == 0) {
      thrust::detail::radix_sort<_Key, carried, _Descending> __sorter{keys_, keys_ + count, reinterpret_cast<carried*>(values_), reinterpret_cast<carried*>(values_) + count};
      __sorter(count, __from, __to);
      // An odd number of passes leaves the result in the second half.
      if (__sorter.keys != keys_)
        for (int __i = 0; __i < count; ++__i) {
          keys_[__i] = __sorter.keys[__i];
          if constexpr (!keys_only) values_[__i] = __sorter.values[__i];
        }
    }
    __syncthreads();
    for (int __i = 0; __i < _N; ++__i) {
      const int __at = _Striped ? __i * threads + __rank : __rank * _N + __i;
      __keys[__i] = keys_[__at];
      if constexpr (!keys_only) __values[__i] = values_[__at];
    }
    __syncthreads();
  }
  _Key* keys_;
  _Value* values_;
};
}
