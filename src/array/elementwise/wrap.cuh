// Integers as the unsigned ones of their size, which wrap without being undefined in C++.
#pragma once
#include "../kernels/prelude.cuh"

template <class T> CUTS_INLINE T cuts_wrap(T x) { return x; }
CUTS_INLINE unsigned cuts_wrap(int x) { return (unsigned)x; }
CUTS_INLINE unsigned long long cuts_wrap(long long x) { return (unsigned long long)x; }
