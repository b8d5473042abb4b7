// cub::BlockReduce: the values meet in shared memory and thread 0 combines them in order. The result is thread 0's, as in CUB.
#pragma once
#include "../operators.h"

namespace cub {
template <class _Tp, int _X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int _Y = 1, int _Z = 1, int = 0> class BlockReduce {
  static constexpr int threads = _X * _Y * _Z;

 public:
  typedef detail::storage<_Tp, threads> TempStorage;
  __device__ explicit BlockReduce(TempStorage& __storage) : values_(__storage.get()) {}

  template <class _Op> __device__ _Tp Reduce(_Tp __value, _Op __op, int __count = threads) {
    const int __rank = cuts_thread_rank();
    values_[__rank] = __value;
    __syncthreads();
    if (__rank == 0)
      for (int __i = 1; __i < __count; ++__i) __value = __op(__value, values_[__i]);
    return __value;
  }
  template <int _N, class _Op> __device__ _Tp Reduce(_Tp (&__items)[_N], _Op __op) {
    _Tp __value = __items[0];
    for (int __i = 1; __i < _N; ++__i) __value = __op(__value, __items[__i]);
    return Reduce(__value, __op);
  }
  __device__ _Tp Sum(_Tp __value, int __count = threads) { return Reduce(__value, cub::Sum(), __count); }
  template <int _N> __device__ _Tp Sum(_Tp (&__items)[_N]) { return Reduce(__items, cub::Sum()); }

 private:
  _Tp* values_;
};
}
