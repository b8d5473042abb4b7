// std::swap in device code: the library's own becomes usable there with C++20 only.
#pragma once
#include <utility>
#include "qualifiers.h"

namespace std {
// For both sides, although the host has its own and prefers that: what both sides share, such as a pair's swap, may then
// exchange strings, of which only a use in device code is an error.
template <class _Tp> __host__ __device__ __forceinline__ void swap(_Tp& __a, _Tp& __b) {
  _Tp __t = static_cast<_Tp&&>(__a);
  __a = static_cast<_Tp&&>(__b);
  __b = static_cast<_Tp&&>(__t);
}
}
