// Rows of up to eight arrays side by side, in one launch. All is counted in words: row `r` of array `k` has the words from
// end[k - 1] to end[k] of row `r` of the result.
#pragma once
#include "../kernels/prelude.cuh"

struct alignas(16) cuts_join_word { unsigned word[4]; };

// Elements are asked for together before the first is written.
template <class W>
__global__ void join_rows(W* out, const W* p0, const W* p1, const W* p2, const W* p3, const W* p4, const W* p5, const W* p6, const W* p7,
    cuts_size e0, cuts_size e1, cuts_size e2, cuts_size e3, cuts_size e4, cuts_size e5, cuts_size e6, cuts_size e7) {
  const cuts_size row = blockIdx.y;
  W own[CUTS_PER_THREAD];
  _Pragma("unroll") for (int k = 0; k < CUTS_PER_THREAD; k++) {
    const cuts_size i = CUTS_X(k);
    const W* from = p0;
    cuts_size begin = 0, end = e0;
    #define CUTS_PART(k, before, to) if (i >= before) { from = p##k; begin = before; end = to; }
    CUTS_PART(1, e0, e1) CUTS_PART(2, e1, e2) CUTS_PART(3, e2, e3) CUTS_PART(4, e3, e4)
    CUTS_PART(5, e4, e5) CUTS_PART(6, e5, e6) CUTS_PART(7, e6, e7)
    #undef CUTS_PART
    if (i < e7) own[k] = from[row * (end - begin) + (i - begin)];
  }
  _Pragma("unroll") for (int k = 0; k < CUTS_PER_THREAD; k++) {
    const cuts_size i = CUTS_X(k);
    if (i < e7) out[row * e7 + i] = own[k];
  }
}
