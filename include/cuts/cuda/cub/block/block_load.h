// cub::BlockLoad and cub::BlockStore: the arrangements that they exist for cost nothing here, so all algorithms but the
// striped one mean a blocked arrangement.
#pragma once
#include "../operators.h"

namespace cub {
template <class _Tp, int _X, int _N, BlockLoadAlgorithm _How = BLOCK_LOAD_DIRECT, int _Y = 1, int _Z = 1, int = 0> struct BlockLoad {
  struct TempStorage {};
  __device__ BlockLoad() {}
  __device__ explicit BlockLoad(TempStorage&) {}
  template <class _In> __device__ void Load(_In __from, _Tp (&__items)[_N]) {
    for (int __i = 0; __i < _N; ++__i) __items[__i] = __from[at(__i)];
  }
  template <class _In> __device__ void Load(_In __from, _Tp (&__items)[_N], int __count) {
    for (int __i = 0; __i < _N; ++__i)
      if (at(__i) < __count) __items[__i] = __from[at(__i)];
  }
  template <class _In, class _Default> __device__ void Load(_In __from, _Tp (&__items)[_N], int __count, _Default __else) {
    for (int __i = 0; __i < _N; ++__i) __items[__i] = at(__i) < __count ? _Tp(__from[at(__i)]) : _Tp(__else);
  }
  __device__ static int at(int __i) {
    int __rank = cuts_thread_rank();
    return _How == BLOCK_LOAD_STRIPED ? __i * _X * _Y * _Z + __rank : __rank * _N + __i;
  }
};
template <class _Tp, int _X, int _N, BlockStoreAlgorithm _How = BLOCK_STORE_DIRECT, int _Y = 1, int _Z = 1, int = 0> struct BlockStore {
  struct TempStorage {};
  __device__ BlockStore() {}
  __device__ explicit BlockStore(TempStorage&) {}
  template <class _Out> __device__ void Store(_Out __to, _Tp (&__items)[_N]) {
    for (int __i = 0; __i < _N; ++__i) __to[at(__i)] = __items[__i];
  }
  template <class _Out> __device__ void Store(_Out __to, _Tp (&__items)[_N], int __count) {
    for (int __i = 0; __i < _N; ++__i)
      if (at(__i) < __count) __to[at(__i)] = __items[__i];
  }
  __device__ static int at(int __i) {
    int __rank = cuts_thread_rank();
    return _How == BLOCK_STORE_STRIPED ? __i * _X * _Y * _Z + __rank : __rank * _N + __i;
  }
};
template <class _Tp, int _N, class _In> __device__ void LoadDirectBlocked(int __rank, _In __from, _Tp (&__items)[_N]) {
  for (int __i = 0; __i < _N; ++__i) __items[__i] = __from[__rank * _N + __i];
}
template <class _Tp, int _N, class _Out> __device__ void StoreDirectBlocked(int __rank, _Out __to, _Tp (&__items)[_N]) {
  for (int __i = 0; __i < _N; ++__i) __to[__rank * _N + __i] = __items[__i];
}
template <int _X, class _Tp, int _N, class _In> __device__ void LoadDirectStriped(int __rank, _In __from, _Tp (&__items)[_N]) {
  for (int __i = 0; __i < _N; ++__i) __items[__i] = __from[__i * _X + __rank];
}
template <int _X, class _Tp, int _N, class _Out> __device__ void StoreDirectStriped(int __rank, _Out __to, _Tp (&__items)[_N]) {
  for (int __i = 0; __i < _N; ++__i) __to[__i * _X + __rank] = __items[__i];
}
}
