// cub::BlockScan: thread 0 scans the values of the block in shared memory.
#pragma once
#include "../operators.h"

namespace cub {
template <class _Tp, int _X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int _Y = 1, int _Z = 1, int = 0> class BlockScan {
  static constexpr int threads = _X * _Y * _Z;

 public:
  // The last value is the total.
  typedef detail::storage<_Tp, threads + 1> TempStorage;
  __device__ explicit BlockScan(TempStorage& __storage) : values_(__storage.get()) {}

  template <class _Op> __device__ void InclusiveScan(_Tp __in, _Tp& __out, _Op __op, _Tp& __total) {
    const int __rank = share(__in);
    if (__rank == 0) {
      for (int __i = 1; __i < threads; ++__i) values_[__i] = __op(values_[__i - 1], values_[__i]);
      values_[threads] = values_[threads - 1];
    }
    __syncthreads();
    __out = values_[__rank];
    __total = values_[threads];
  }
  template <class _Op> __device__ void ExclusiveScan(_Tp __in, _Tp& __out, _Tp __init, _Op __op, _Tp& __total) {
    const int __rank = share(__in);
    if (__rank == 0) {
      _Tp __sum = __init, __all = values_[0];
      for (int __i = 0; __i < threads; ++__i) {
        _Tp __value = values_[__i];
        if (__i > 0) __all = __op(__all, __value);
        values_[__i] = __sum;
        __sum = __op(__sum, __value);
      }
      values_[threads] = __all;
    }
    __syncthreads();
    __out = values_[__rank];
    __total = values_[threads];
  }
  template <class _Op> __device__ void InclusiveScan(_Tp __in, _Tp& __out, _Op __op) {
    _Tp __total;
    InclusiveScan(__in, __out, __op, __total);
  }
  template <class _Op> __device__ void ExclusiveScan(_Tp __in, _Tp& __out, _Tp __init, _Op __op) {
    _Tp __total;
    ExclusiveScan(__in, __out, __init, __op, __total);
  }
  __device__ void InclusiveSum(_Tp __in, _Tp& __out) { InclusiveScan(__in, __out, cub::Sum()); }
  __device__ void InclusiveSum(_Tp __in, _Tp& __out, _Tp& __total) { InclusiveScan(__in, __out, cub::Sum(), __total); }
  __device__ void ExclusiveSum(_Tp __in, _Tp& __out) { ExclusiveScan(__in, __out, _Tp(0), cub::Sum()); }
  __device__ void ExclusiveSum(_Tp __in, _Tp& __out, _Tp& __total) { ExclusiveScan(__in, __out, _Tp(0), cub::Sum(), __total); }

  // Several values a thread, blocked: a thread's own follow each other.
  template <int _N> __device__ void ExclusiveSum(_Tp (&__in)[_N], _Tp (&__out)[_N], _Tp& __total) {
    _Tp __mine = __in[0], __before;
    for (int __i = 1; __i < _N; ++__i) __mine = __mine + __in[__i];
    ExclusiveSum(__mine, __before, __total);
    for (int __i = 0; __i < _N; ++__i) {
      _Tp __value = __in[__i];
      __out[__i] = __before;
      __before = __before + __value;
    }
  }
  template <int _N> __device__ void ExclusiveSum(_Tp (&__in)[_N], _Tp (&__out)[_N]) {
    _Tp __total;
    ExclusiveSum(__in, __out, __total);
  }
  template <int _N> __device__ void InclusiveSum(_Tp (&__in)[_N], _Tp (&__out)[_N], _Tp& __total) {
    _Tp __before[_N], __copy[_N];
    for (int __i = 0; __i < _N; ++__i) __copy[__i] = __in[__i];
    ExclusiveSum(__copy, __before, __total);
    for (int __i = 0; __i < _N; ++__i) __out[__i] = __before[__i] + __copy[__i];
  }
  template <int _N> __device__ void InclusiveSum(_Tp (&__in)[_N], _Tp (&__out)[_N]) {
    _Tp __total;
    InclusiveSum(__in, __out, __total);
  }

 private:
  __device__ int share(const _Tp& __in) {
    const int __rank = cuts_thread_rank();
    values_[__rank] = __in;
    __syncthreads();
    return __rank;
  }
  _Tp* values_;
};
}
