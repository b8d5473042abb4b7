// std::shuffle in the order of GNU's library, which programs have when nvcc has compiled them.
#pragma once
#define __shuffle __cuts_library_shuffle_range
#define shuffle __cuts_library_shuffle
#include_next <__algorithm/shuffle.h>
#undef shuffle
#undef __shuffle

_LIBCPP_PUSH_MACROS
#include <__undef_macros>
_LIBCPP_BEGIN_NAMESPACE_STD

template <class _AlgPolicy, class _RandomAccessIterator, class _Sentinel, class _URNG>
_RandomAccessIterator __shuffle(_RandomAccessIterator __first, _Sentinel __sentinel, _URNG&& __g) {
  typedef unsigned long long __word;
  typedef uniform_int_distribution<__word> __draw;
  auto __last = _IterOps<_AlgPolicy>::next(__first, __sentinel);
  const __word __count = __word(__last - __first);
  if (__count == 0) return __last;
  const auto __swap = [&](__word __i, __word __j) { _IterOps<_AlgPolicy>::iter_swap(__first + __i, __first + __j); };
  __word __i = 1;
  // One number serves for two places where it has room for both.
  if ((__word(__g.max()) - __word(__g.min())) / __count >= __count) {
    if (__count % 2 == 0) {
      __swap(__i, __draw(0, 1)(__g));
      ++__i;
    }
    while (__i < __count) {
      const __word __both = __draw(0, (__i + 1) * (__i + 2) - 1)(__g);
      __swap(__i, __both / (__i + 2));
      __swap(__i + 1, __both % (__i + 2));
      __i += 2;
    }
  } else {
    for (; __i < __count; ++__i) __swap(__i, __draw(0, __i)(__g));
  }
  return __last;
}

template <class _RandomAccessIterator, class _URNG>
void shuffle(_RandomAccessIterator __first, _RandomAccessIterator __last, _URNG&& __g) {
  (void)std::__shuffle<_ClassicAlgPolicy>(std::move(__first), std::move(__last), std::forward<_URNG>(__g));
}

_LIBCPP_END_NAMESPACE_STD
_LIBCPP_POP_MACROS
