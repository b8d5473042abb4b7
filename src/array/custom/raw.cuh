// An array that the code of users indexes: elements come as what is computed with.
#pragma once
#include "../kernels/prelude.cuh"

template <class S, class C> struct cuts_raw {
  const S* p;
  template <class I> __device__ __forceinline__ C operator[](I index) const { return cuts_load(p[index]); }
};
