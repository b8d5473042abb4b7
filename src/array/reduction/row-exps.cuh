// The exponentials of a row on the cpu, which has no processors to wait for: each is computed once, kept where the result
// goes, and added up in passing. Float32 goes vector by vector; other floats leave that to the compiler.
#pragma once
#include "../kernels/fused.cuh"
#include "reduce.cuh"

template <class S, class C> struct cuts_by_softmax : cuts_by_sum<S, C, double, C> {
  template <class X> static __device__ __forceinline__ C map(X x, C top) { return exp(x - top); }
};

#ifdef __CUTS_CPU__
typedef cuts_floats cuts_four;
typedef unsigned cuts_four_bits __attribute__((vector_size(16)));
struct __attribute__((packed, aligned(4))) cuts_four_anywhere { cuts_four value; };
CUTS_INLINE cuts_four cuts_four_at(const float* p) { return ((const cuts_four_anywhere*)p)->value; }
CUTS_INLINE void cuts_put_four(float* p, cuts_four x) { ((cuts_four_anywhere*)p)->value = x; }
CUTS_INLINE cuts_four cuts_four_of(float x) { return cuts_four{x, x, x, x}; }
CUTS_INLINE double cuts_sum_of_four(cuts_four x) { return (x[0] + x[2]) + (x[1] + x[3]); }

// 2^64 exp(x) for x up to 0, to 1 ulp, with the coefficients of expf and half of its work: nothing overflows, and as
// nothing is subnormal yet either, what softmax makes of it is rounded but once.
CUTS_INLINE cuts_four cuts_raised_exp(cuts_four x) {
  x = __builtin_elementwise_maximum(x, cuts_four_of(-128.0f));
  // Rounds to an integer n, and leaves n + 191, the exponent of 2^(n + 64), in the low bits.
  const cuts_four magic = cuts_four_of(12582912.0f + 191.0f);
  const cuts_four shifted = cuts_madd(x, cuts_four_of(0x1.715476p+0f), magic), count = shifted - magic;
  const cuts_four high = cuts_nmadd(count, cuts_four_of(0x1.62e400p-1f), x);
  const cuts_four r = cuts_nmadd(count, cuts_four_of(0x1.7f7d1cp-20f), high), square = r * r;
  // In pairs: less to wait for than one term after the other.
  const cuts_four c45 = cuts_madd(r, cuts_four_of(0x1.123f2ep-7f), cuts_four_of(0x1.55584ep-5f));
  const cuts_four c23 = cuts_madd(r, cuts_four_of(0x1.55548ap-3f), cuts_four_of(0x1.fffffcp-2f));
  const cuts_four tail = cuts_madd(square, cuts_madd(square, cuts_four_of(0x1.6ad120p-10f), c45), c23);
  return (1.0f + cuts_madd(tail, square, r)) * (cuts_four)((cuts_four_bits)shifted << 23);
}

// Writes exp(x - top) for each x of a row if `keeps`, and gives their sum: both times some power of 2, see cuts_unraised.
template <bool keeps> CUTS_INLINE double cuts_row_exps(float* out, const float* in, cuts_size n, float top) {
  const cuts_size run = 512, whole = n - n % 16;
  double total = 0;
  cuts_size i = 0;
  while (i < whole) {
    const cuts_size end = whole - i > run ? i + run : whole;
    cuts_four sums[4] = {};
    for (; i < end; i += 16) {
      cuts_four e[4];
      _Pragma("unroll") for (int j = 0; j < 4; j++) e[j] = cuts_raised_exp(cuts_four_at(in + i + 4 * j) - top);
      _Pragma("unroll") for (int j = 0; j < 4; j++) { if (keeps) cuts_put_four(out + i + 4 * j, e[j]); sums[j] += e[j]; }
    }
    total += cuts_sum_of_four((sums[0] + sums[1]) + (sums[2] + sums[3]));
  }
  for (; i + 4 <= n; i += 4) {
    const cuts_four e = cuts_raised_exp(cuts_four_at(in + i) - top);
    if (keeps) cuts_put_four(out + i, e);
    total += cuts_sum_of_four(e);
  }
  for (; i < n; i++) {
    const float e = cuts_raised_exp(cuts_four_of(in[i] - top))[0];
    if (keeps) out[i] = e;
    total += e;
  }
  return total;
}
CUTS_INLINE double cuts_unraised(double sum, float) { return sum * 0x1p-64; }

template <bool keeps, class S, class C> CUTS_INLINE double cuts_row_exps(S* out, const S* in, cuts_size n, C top) {
  // What is narrower than float would lose too much where it is kept.
  if (!keeps) return cuts_reduce_span<cuts_by_softmax<S, C>>(in, n, top);
  for (cuts_size i = 0; i < n; i++) out[i] = cuts_store<S>(exp(cuts_load(in[i]) - top));
  return cuts_reduce_span<cuts_by_sum<S, C, double, C>>(out, n, C{});
}
template <class S> CUTS_INLINE double cuts_unraised(double sum, S) { return sum; }
#endif
