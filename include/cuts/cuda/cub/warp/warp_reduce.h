// cub::WarpReduce and cub::WarpScan over 2 to 32 lanes, through shared memory, so that any type will do.
#pragma once
#include "../operators.h"

namespace cub {
template <class _Tp, int _Lanes = 32, int = 0> class WarpReduce {
 public:
  typedef detail::storage<_Tp, _Lanes> TempStorage;
  __device__ explicit WarpReduce(TempStorage& __storage) : values_(__storage.get()) {}
  // The result is that of the first lane.
  template <class _Op> __device__ _Tp Reduce(_Tp __value, _Op __op, int __count = _Lanes) {
    const int __lane = cuts_thread_rank() % _Lanes;
    values_[__lane] = __value;
    __syncwarp();
    if (__lane == 0)
      for (int __i = 1; __i < __count; ++__i) __value = __op(__value, values_[__i]);
    __syncwarp();
    return __value;
  }
  __device__ _Tp Sum(_Tp __value, int __count = _Lanes) { return Reduce(__value, cub::Sum(), __count); }

 private:
  _Tp* values_;
};
template <class _Tp, int _Lanes = 32, int = 0> class WarpScan {
 public:
  typedef detail::storage<_Tp, _Lanes> TempStorage;
  __device__ explicit WarpScan(TempStorage& __storage) : values_(__storage.get()) {}
  template <class _Op> __device__ void InclusiveScan(_Tp __in, _Tp& __out, _Op __op, _Tp& __total) {
    const int __lane = cuts_thread_rank() % _Lanes;
    values_[__lane] = __in;
    __syncwarp();
    if (__lane == 0)
      for (int __i = 1; __i < _Lanes; ++__i) values_[__i] = __op(values_[__i - 1], values_[__i]);
    __syncwarp();
    __out = values_[__lane];
    __total = values_[_Lanes - 1];
    before_ = __lane == 0 ? __in : values_[__lane - 1];
    __syncwarp();
  }
  template <class _Op> __device__ void InclusiveScan(_Tp __in, _Tp& __out, _Op __op) {
    _Tp __total;
    InclusiveScan(__in, __out, __op, __total);
  }
  template <class _Op> __device__ void ExclusiveScan(_Tp __in, _Tp& __out, _Tp __init, _Op __op) {
    _Tp __inclusive;
    InclusiveScan(__in, __inclusive, __op);
    __out = cuts_thread_rank() % _Lanes == 0 ? __init : __op(__init, before_);
  }
  __device__ void InclusiveSum(_Tp __in, _Tp& __out) { InclusiveScan(__in, __out, cub::Sum()); }
  __device__ void InclusiveSum(_Tp __in, _Tp& __out, _Tp& __total) { InclusiveScan(__in, __out, cub::Sum(), __total); }
  __device__ void ExclusiveSum(_Tp __in, _Tp& __out) { ExclusiveScan(__in, __out, _Tp(0), cub::Sum()); }
  __device__ void ExclusiveSum(_Tp __in, _Tp& __out, _Tp& __total) {
    _Tp __inclusive;
    InclusiveScan(__in, __inclusive, cub::Sum(), __total);
    __out = __inclusive - __in;
  }

 private:
  _Tp* values_;
  _Tp before_;
};
}
