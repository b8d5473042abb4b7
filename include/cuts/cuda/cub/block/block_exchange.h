// cub::BlockExchange: hands the items of a block to other threads, by way of shared memory.
#pragma once
#include "../operators.h"

namespace cub {
template <class _Tp, int _X, int _N, bool = false, int _Y = 1, int _Z = 1, int = 0> class BlockExchange {
  static constexpr int threads = _X * _Y * _Z, warp = threads < 32 ? threads : 32;

 public:
  struct TempStorage {
    detail::storage<_Tp, threads * _N> items;
  };
  __device__ explicit BlockExchange(TempStorage& __storage) : items_(__storage.items.get()) {}

  template <class _Out> __device__ void BlockedToStriped(const _Tp (&__in)[_N], _Out (&__out)[_N]) { move(__in, __out, blocked, striped); }
  template <class _Out> __device__ void StripedToBlocked(const _Tp (&__in)[_N], _Out (&__out)[_N]) { move(__in, __out, striped, blocked); }
  template <class _Out> __device__ void BlockedToWarpStriped(const _Tp (&__in)[_N], _Out (&__out)[_N]) { move(__in, __out, blocked, warp_striped); }
  template <class _Out> __device__ void WarpStripedToBlocked(const _Tp (&__in)[_N], _Out (&__out)[_N]) { move(__in, __out, warp_striped, blocked); }
  __device__ void BlockedToStriped(_Tp (&__items)[_N]) { BlockedToStriped(__items, __items); }
  __device__ void StripedToBlocked(_Tp (&__items)[_N]) { StripedToBlocked(__items, __items); }
  __device__ void BlockedToWarpStriped(_Tp (&__items)[_N]) { BlockedToWarpStriped(__items, __items); }
  __device__ void WarpStripedToBlocked(_Tp (&__items)[_N]) { WarpStripedToBlocked(__items, __items); }

  template <class _Out, class _Rank> __device__ void ScatterToBlocked(const _Tp (&__in)[_N], _Out (&__out)[_N], _Rank (&__ranks)[_N]) {
    move(__in, __out, [&](int __i) { return __ranks[__i]; }, blocked);
  }
  template <class _Out, class _Rank> __device__ void ScatterToStriped(const _Tp (&__in)[_N], _Out (&__out)[_N], _Rank (&__ranks)[_N]) {
    move(__in, __out, [&](int __i) { return __ranks[__i]; }, striped);
  }
  template <class _Rank> __device__ void ScatterToBlocked(_Tp (&__items)[_N], _Rank (&__ranks)[_N]) { ScatterToBlocked(__items, __items, __ranks); }
  template <class _Rank> __device__ void ScatterToStriped(_Tp (&__items)[_N], _Rank (&__ranks)[_N]) { ScatterToStriped(__items, __items, __ranks); }

 private:
  static __device__ int blocked(int __i) { return cuts_thread_rank() * _N + __i; }
  static __device__ int striped(int __i) { return __i * threads + cuts_thread_rank(); }
  static __device__ int warp_striped(int __i) {
    const int __rank = cuts_thread_rank();
    return __rank / warp * warp * _N + __i * warp + __rank % warp;
  }
  template <class _Out, class _From, class _To> __device__ void move(const _Tp (&__in)[_N], _Out (&__out)[_N], _From __from, _To __to) {
    for (int __i = 0; __i < _N; ++__i) items_[__from(__i)] = __in[__i];
    __syncthreads();
    for (int __i = 0; __i < _N; ++__i) __out[__i] = items_[__to(__i)];
  }
  _Tp* items_;
};
}
