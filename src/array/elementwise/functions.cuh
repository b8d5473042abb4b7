// The functions that are used most.
#pragma once
#include "../kernels/prelude.cuh"

// The limit of a * factor where the factor has become 0: not NaN for an infinite `a`.
template <class F> CUTS_INLINE F cuts_times(F a, F factor) { return factor == 0 ? 0 : a * factor; }
template <class F> CUTS_INLINE F cuts_sigmoid(F a) { return 1 / (1 + exp(-a)); }
template <class F> CUTS_INLINE F cuts_gelu(F a) { return cuts_times(a, erfc(a * (F)-0.7071067811865476) / 2); }
