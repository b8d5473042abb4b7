// Comparisons, and what is largest and smallest.
#pragma once
#include "wrap.cuh"

template <class T> CUTS_INLINE bool cuts_is_nan(T x) { return x != x; }
