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

  // Without a first value: thread 0 gets nothing.
  template <class _Op> __device__ void ExclusiveScan(_Tp __in, _Tp& __out, _Op __op, _Tp& __total) {
    const int __rank = share(__in);
    if (__rank == 0) {
      _Tp __sum = values_[0];
      for (int __i = 1; __i < threads; ++__i) {
        _Tp __value = values_[__i];
        values_[__i] = __sum;
        __sum = __op(__sum, __value);
      }
      values_[threads] = __sum;
    }
    __syncthreads();
    if (__rank > 0) __out = values_[__rank];
    __total = values_[threads];
  }
  template <class _Op> __device__ void ExclusiveScan(_Tp __in, _Tp& __out, _Op __op) {
    _Tp __total;
    ExclusiveScan(__in, __out, __op, __total);
  }

  // With what precedes the block: `__prefix` is called by the first warp with the block's total, and thread 0's answer counts.
  template <class _Op, class _Prefix> __device__ void InclusiveScan(_Tp __in, _Tp& __out, _Op __op, _Prefix& __prefix) {
    _Tp __total;
    InclusiveScan(__in, __out, __op, __total);
    __out = __op(before_block(__total, __prefix), __out);
  }
  template <class _Op, class _Prefix> __device__ void ExclusiveScan(_Tp __in, _Tp& __out, _Op __op, _Prefix& __prefix) {
    _Tp __total;
    ExclusiveScan(__in, __out, __op, __total);
    const _Tp __before = before_block(__total, __prefix);
    __out = cuts_thread_rank() == 0 ? __before : __op(__before, __out);
  }
  template <class _Prefix> __device__ void InclusiveSum(_Tp __in, _Tp& __out, _Prefix& __prefix) {
    InclusiveScan(__in, __out, cub::Sum(), __prefix);
  }
  template <class _Prefix> __device__ void ExclusiveSum(_Tp __in, _Tp& __out, _Prefix& __prefix) {
    ExclusiveScan(__in, __out, cub::Sum(), __prefix);
  }

  // Several values a thread, blocked: a thread's own follow each other. `__total` may be a prefix callback too.
  template <int _N, class _Op, class _Total>
  __device__ void InclusiveScan(_Tp (&__in)[_N], _Tp (&__out)[_N], _Op __op, _Total& __total) {
    _Tp __mine = reduced(__in, __op), __before;
    ExclusiveScan(__mine, __before, __op, __total);
    // Thread 0 has something before it only if a callback said so.
    const bool __is_first = cuts_thread_rank() == 0 && is_value<_Total>;
    for (int __i = 0; __i < _N; ++__i) {
      __before = __is_first && __i == 0 ? __in[0] : __op(__before, __in[__i]);
      __out[__i] = __before;
    }
  }
  template <int _N, class _Op> __device__ void InclusiveScan(_Tp (&__in)[_N], _Tp (&__out)[_N], _Op __op) {
    _Tp __total;
    InclusiveScan(__in, __out, __op, __total);
  }
  template <int _N, class _Op, class _Total>
  __device__ void ExclusiveScan(_Tp (&__in)[_N], _Tp (&__out)[_N], _Op __op, _Total& __total) {
    _Tp __before;
    ExclusiveScan(reduced(__in, __op), __before, __op, __total);
    const bool __is_first = cuts_thread_rank() == 0 && is_value<_Total>;
    for (int __i = 0; __i < _N; ++__i) {
      _Tp __value = __in[__i];
      if (!(__is_first && __i == 0)) __out[__i] = __before;
      __before = __is_first && __i == 0 ? __value : __op(__before, __value);
    }
  }
  template <int _N, class _Op>
  __device__ void ExclusiveScan(_Tp (&__in)[_N], _Tp (&__out)[_N], _Tp __init, _Op __op, _Tp& __total) {
    _Tp __before;
    ExclusiveScan(reduced(__in, __op), __before, __init, __op, __total);
    for (int __i = 0; __i < _N; ++__i) {
      _Tp __value = __in[__i];
      __out[__i] = __before;
      __before = __op(__before, __value);
    }
  }
  template <int _N, class _Op> __device__ void ExclusiveScan(_Tp (&__in)[_N], _Tp (&__out)[_N], _Tp __init, _Op __op) {
    _Tp __total;
    ExclusiveScan(__in, __out, __init, __op, __total);
  }
  template <int _N, class _Total> __device__ void InclusiveSum(_Tp (&__in)[_N], _Tp (&__out)[_N], _Total& __total) {
    InclusiveScan(__in, __out, cub::Sum(), __total);
  }
  template <int _N> __device__ void InclusiveSum(_Tp (&__in)[_N], _Tp (&__out)[_N]) { InclusiveScan(__in, __out, cub::Sum()); }
  template <int _N> __device__ void ExclusiveSum(_Tp (&__in)[_N], _Tp (&__out)[_N], _Tp& __total) {
    ExclusiveScan(__in, __out, _Tp(0), cub::Sum(), __total);
  }
  template <int _N, class _Prefix> __device__ void ExclusiveSum(_Tp (&__in)[_N], _Tp (&__out)[_N], _Prefix& __prefix) {
    ExclusiveScan(__in, __out, cub::Sum(), __prefix);
  }
  template <int _N> __device__ void ExclusiveSum(_Tp (&__in)[_N], _Tp (&__out)[_N]) {
    _Tp __total;
    ExclusiveSum(__in, __out, __total);
  }

 private:
  template <class _Total> static constexpr bool is_value = std::is_same_v<_Total, _Tp>;
  template <int _N, class _Op> __device__ static _Tp reduced(const _Tp (&__in)[_N], _Op __op) {
    _Tp __all = __in[0];
    for (int __i = 1; __i < _N; ++__i) __all = __op(__all, __in[__i]);
    return __all;
  }
  template <class _Prefix> __device__ _Tp before_block(const _Tp& __total, _Prefix& __prefix) {
    // All have read what the scan left there.
    __syncthreads();
    if (cuts_thread_rank() < 32) {
      _Tp __before = __prefix(__total);
      if (cuts_thread_rank() == 0) values_[threads] = __before;
    }
    __syncthreads();
    return values_[threads];
  }
  __device__ int share(const _Tp& __in) {
    const int __rank = cuts_thread_rank();
    values_[__rank] = __in;
    __syncthreads();
    return __rank;
  }
  _Tp* values_;
};
}
