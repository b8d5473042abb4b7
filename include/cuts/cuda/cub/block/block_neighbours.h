// cub::BlockAdjacentDifference and cub::BlockDiscontinuity: what compares an item with the one before or behind it, over all threads of a block.
#pragma once
#include "../operators.h"

namespace cub {
namespace detail {
// The first and the last item of every thread, for the threads beside it.
template <class _Tp, int _Threads> class block_neighbours {
 public:
  struct TempStorage {
    storage<_Tp, _Threads> first, last;
  };
  __device__ explicit block_neighbours(TempStorage& __storage) : first_(__storage.first.get()), last_(__storage.last.get()) {}

  template <int _N> __device__ void share(_Tp (&__items)[_N]) {
    const int __rank = cuts_thread_rank();
    first_[__rank] = __items[0];
    last_[__rank] = __items[_N - 1];
    __syncthreads();
  }
  // Item number __i of this thread has one before it, or one behind it, unless it is the block's first or last.
  template <int _N> __device__ _Tp before(_Tp (&__items)[_N], int __i) { return __i > 0 ? __items[__i - 1] : last_[cuts_thread_rank() - 1]; }
  template <int _N> __device__ _Tp behind(_Tp (&__items)[_N], int __i) { return __i < _N - 1 ? __items[__i + 1] : first_[cuts_thread_rank() + 1]; }

 private:
  _Tp *first_, *last_;
};
}

template <class _Tp, int _X, int _Y = 1, int _Z = 1> class BlockAdjacentDifference {
  static constexpr int threads = _X * _Y * _Z;
  typedef detail::block_neighbours<_Tp, threads> neighbours;

 public:
  typedef typename neighbours::TempStorage TempStorage;
  __device__ explicit BlockAdjacentDifference(TempStorage& __storage) : neighbours_(__storage) {}

  template <int _N, class _Out, class _Op> __device__ void SubtractLeft(_Tp (&__in)[_N], _Out (&__out)[_N], _Op __op) { left(__in, __out, __op, threads * _N, nullptr); }
  template <int _N, class _Out, class _Op> __device__ void SubtractLeft(_Tp (&__in)[_N], _Out (&__out)[_N], _Op __op, _Tp __before) {
    left(__in, __out, __op, threads * _N, &__before);
  }
  template <int _N, class _Out, class _Op> __device__ void SubtractLeftPartialTile(_Tp (&__in)[_N], _Out (&__out)[_N], _Op __op, int __valid) {
    left(__in, __out, __op, __valid, nullptr);
  }
  template <int _N, class _Out, class _Op> __device__ void SubtractLeftPartialTile(_Tp (&__in)[_N], _Out (&__out)[_N], _Op __op, int __valid, _Tp __before) {
    left(__in, __out, __op, __valid, &__before);
  }
  template <int _N, class _Out, class _Op> __device__ void SubtractRight(_Tp (&__in)[_N], _Out (&__out)[_N], _Op __op) { right(__in, __out, __op, threads * _N, nullptr); }
  template <int _N, class _Out, class _Op> __device__ void SubtractRight(_Tp (&__in)[_N], _Out (&__out)[_N], _Op __op, _Tp __behind) {
    right(__in, __out, __op, threads * _N, &__behind);
  }
  template <int _N, class _Out, class _Op> __device__ void SubtractRightPartialTile(_Tp (&__in)[_N], _Out (&__out)[_N], _Op __op, int __valid) {
    right(__in, __out, __op, __valid, nullptr);
  }

 private:
  // Input and output may be one array: what is still needed as input is written last.
  template <int _N, class _Out, class _Op> __device__ void left(_Tp (&__in)[_N], _Out (&__out)[_N], _Op __op, int __valid, const _Tp* __outside) {
    neighbours_.share(__in);
    for (int __i = _N - 1; __i >= 0; --__i) {
      const int __at = cuts_thread_rank() * _N + __i;
      _Tp __item = __in[__i];
      if (__at >= __valid || (__at == 0 && __outside == nullptr)) {
        __out[__i] = __item;
        continue;
      }
      _Tp __other = __at == 0 ? *__outside : neighbours_.before(__in, __i);
      __out[__i] = __op(__item, __other);
    }
  }
  template <int _N, class _Out, class _Op> __device__ void right(_Tp (&__in)[_N], _Out (&__out)[_N], _Op __op, int __valid, const _Tp* __outside) {
    neighbours_.share(__in);
    for (int __i = 0; __i < _N; ++__i) {
      const int __at = cuts_thread_rank() * _N + __i;
      const bool __last = __at == __valid - 1;
      _Tp __item = __in[__i];
      if (__at >= __valid || (__last && __outside == nullptr)) {
        __out[__i] = __item;
        continue;
      }
      _Tp __other = __last ? *__outside : neighbours_.behind(__in, __i);
      __out[__i] = __op(__item, __other);
    }
  }
  neighbours neighbours_;
};

template <class _Tp, int _X, int _Y = 1, int _Z = 1, int = 0> class BlockDiscontinuity {
  static constexpr int threads = _X * _Y * _Z;
  typedef detail::block_neighbours<_Tp, threads> neighbours;

 public:
  typedef typename neighbours::TempStorage TempStorage;
  __device__ explicit BlockDiscontinuity(TempStorage& __storage) : neighbours_(__storage) {}

  template <int _N, class _Flag, class _Op> __device__ void FlagHeads(_Flag (&__heads)[_N], _Tp (&__in)[_N], _Op __op) {
    neighbours_.share(__in);
    heads(__heads, __in, __op, nullptr);
  }
  template <int _N, class _Flag, class _Op> __device__ void FlagHeads(_Flag (&__heads)[_N], _Tp (&__in)[_N], _Op __op, _Tp __before) {
    neighbours_.share(__in);
    heads(__heads, __in, __op, &__before);
  }
  template <int _N, class _Flag, class _Op> __device__ void FlagTails(_Flag (&__tails)[_N], _Tp (&__in)[_N], _Op __op) {
    neighbours_.share(__in);
    tails(__tails, __in, __op, nullptr);
  }
  template <int _N, class _Flag, class _Op> __device__ void FlagTails(_Flag (&__tails)[_N], _Tp (&__in)[_N], _Op __op, _Tp __behind) {
    neighbours_.share(__in);
    tails(__tails, __in, __op, &__behind);
  }
  template <int _N, class _Flag, class _Op> __device__ void FlagHeadsAndTails(_Flag (&__heads)[_N], _Flag (&__tails)[_N], _Tp (&__in)[_N], _Op __op) {
    neighbours_.share(__in);
    heads(__heads, __in, __op, nullptr);
    tails(__tails, __in, __op, nullptr);
  }
  template <int _N, class _Flag, class _Op> __device__ void FlagHeadsAndTails(_Flag (&__heads)[_N], _Tp __before, _Flag (&__tails)[_N], _Tp __behind, _Tp (&__in)[_N], _Op __op) {
    neighbours_.share(__in);
    heads(__heads, __in, __op, &__before);
    tails(__tails, __in, __op, &__behind);
  }

 private:
  // An operator may also ask for the place in the block of the second item.
  template <class _Op> static __device__ bool flag(_Op& __op, const _Tp& __a, const _Tp& __b, int __at) {
    if constexpr (std::is_invocable_v<_Op&, const _Tp&, const _Tp&, int>) return __op(__a, __b, __at);
    else return __op(__a, __b);
  }
  template <int _N, class _Flag, class _Op> __device__ void heads(_Flag (&__heads)[_N], _Tp (&__in)[_N], _Op& __op, const _Tp* __outside) {
    for (int __i = 0; __i < _N; ++__i) {
      const int __at = cuts_thread_rank() * _N + __i;
      if (__at > 0) __heads[__i] = flag(__op, neighbours_.before(__in, __i), __in[__i], __at);
      else __heads[__i] = __outside == nullptr ? true : flag(__op, *__outside, __in[__i], __at);
    }
  }
  template <int _N, class _Flag, class _Op> __device__ void tails(_Flag (&__tails)[_N], _Tp (&__in)[_N], _Op& __op, const _Tp* __outside) {
    for (int __i = 0; __i < _N; ++__i) {
      const int __at = cuts_thread_rank() * _N + __i;
      if (__at < threads * _N - 1) __tails[__i] = flag(__op, __in[__i], neighbours_.behind(__in, __i), __at + 1);
      else __tails[__i] = __outside == nullptr ? true : flag(__op, __in[__i], *__outside, __at + 1);
    }
  }
  neighbours neighbours_;
};
}
