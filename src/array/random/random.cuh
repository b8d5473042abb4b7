// CUDA C++ of random numbers: the Philox generator and what makes numbers of a distribution from its words. Every function
// gives the same bits on every device: only operations that IEEE 754 rounds exactly are used, and products are never fused
// with sums, which is what the `_rn` functions are for. Series are Taylor's, long enough for the precision.
// A thread of a kernel computes one counter of the generator, four words, and writes the two or four numbers that they make:
// which number an element gets depends on its index alone, never on how a launch is cut. `first` is the first counter.
#pragma once
#include "../kernels/prelude.cuh"

struct cuts_words { unsigned x, y, z, w; };
// Philox4x32-10 of Salmon, Moraes, Dror and Shaw (2011): four words of a counter and a key.
CUTS_INLINE cuts_words cuts_philox(unsigned x, unsigned y, unsigned z, unsigned w, unsigned k0, unsigned k1) {
  _Pragma("unroll") for (int round = 0; round < 10; round++) {
    const unsigned long long p = 0xd2511f53ull * x, q = 0xcd9e8d57ull * z;
    x = (unsigned)(q >> 32) ^ y ^ k0; y = (unsigned)q;
    z = (unsigned)(p >> 32) ^ w ^ k1; w = (unsigned)p;
    k0 += 0x9e3779b9u; k1 += 0xbb67ae85u;
  }
  return cuts_words{x, y, z, w};
}
// The counter of a thread: `first` is that of the first one, `attempt` counts the numbers that were refused before.
#define CUTS_WORDS(attempt) cuts_philox((unsigned)(first + at), (unsigned)(first + at >> 32), attempt, sequence, k0, k1)
#define CUTS_STATE unsigned long long first, unsigned sequence, unsigned k0, unsigned k1

// Two or four numbers side by side, of an array that is aligned to 16 bytes and has room for all that are written.
template <class T> struct alignas(sizeof(T) > 4 ? 16 : 4 * sizeof(T)) cuts_four { T x, y, z, w; };
template <class T> struct alignas(2 * sizeof(T)) cuts_two { T x, y; };
template <class T> CUTS_INLINE void cuts_put(T* out, cuts_size at, T x, T y, T z, T w) { ((cuts_four<T>*)out)[at] = cuts_four<T>{x, y, z, w}; }
template <class T> CUTS_INLINE void cuts_put(T* out, cuts_size at, T x, T y) { ((cuts_two<T>*)out)[at] = cuts_two<T>{x, y}; }

CUTS_INLINE float cuts_mul(float a, float b) { return __fmul_rn(a, b); }
CUTS_INLINE double cuts_mul(double a, double b) { return __dmul_rn(a, b); }
CUTS_INLINE float cuts_add(float a, float b) { return __fadd_rn(a, b); }
CUTS_INLINE double cuts_add(double a, double b) { return __dadd_rn(a, b); }
template <class F> CUTS_INLINE F cuts_scaled(F x, F by, F offset) { return cuts_add(cuts_mul(x, by), offset); }

CUTS_INLINE unsigned long long cuts_both(unsigned high, unsigned low) { return (unsigned long long)high << 32 | low; }
// In [0, 1), of as many bits as the type has.
CUTS_INLINE float cuts_fraction(unsigned word, int bits) { return (float)(word >> (32 - bits)) * (bits == 24 ? 0x1p-24f : bits == 11 ? 0x1p-11f : 0x1p-8f); }
CUTS_INLINE double cuts_fraction(unsigned high, unsigned low) { return (double)(cuts_both(high, low) >> 11) * 0x1p-53; }
// In (0, 1].
CUTS_INLINE float cuts_positive(unsigned word) { return cuts_mul(cuts_add((float)word, 1.0f), 0x1p-32f); }
CUTS_INLINE double cuts_positive(unsigned high, unsigned low) { return (double)((cuts_both(high, low) >> 11) + 1) * 0x1p-53; }

// a / b rounded as IEEE 754 asks, for b near 1, from a reciprocal that may be some units off: its error is taken out, then that of
// the quotient. All quotients that cuts_log_of asks for were compared with those of a division, for reciprocals up to 3 units off; for
// the largest b below 2 alone that takes the other neighbour of its reciprocal.
CUTS_INLINE float cuts_near_quotient(float a, float b) {
#ifdef __CUTS_CPU__
  return a / b;
#else
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(b));
  y = __fmaf_rn(__fmaf_rn(-b, y, 1.0f), y, y);
  if (y == 0.5f) y = 0x1.000002p-1f;
  const float q = __fmul_rn(a, y);
  return __fmaf_rn(__fmaf_rn(-b, q, a), y, q);
#endif
}

// The logarithm of a number in (0, 1]: 2 atanh((m - 1) / (m + 1)) of its significand m between sqrt(1/2) and sqrt(2).
CUTS_INLINE float cuts_log_of(float u) {
  const unsigned bits = __float_as_uint(u);
  const int e = (int)(bits - 0x3f3504f3u) >> 23;
  const float m = __uint_as_float(bits - ((unsigned)e << 23));
  const float s = cuts_near_quotient(cuts_add(m, -1.0f), cuts_add(m, 1.0f)), z = cuts_mul(s, s), twice = cuts_add(s, s);
  float p = 1.0f / 11;
  p = cuts_scaled(p, z, 1.0f / 9); p = cuts_scaled(p, z, 1.0f / 7); p = cuts_scaled(p, z, 1.0f / 5); p = cuts_scaled(p, z, 1.0f / 3);
  const float log_m = cuts_scaled(cuts_mul(twice, z), p, twice);
  return cuts_scaled((float)e, 0.693359375f, cuts_scaled((float)e, -2.12194440e-4f, log_m));
}
CUTS_INLINE double cuts_log_of(double u) {
  const unsigned long long bits = (unsigned long long)__double_as_longlong(u);
  const int e = (int)((long long)(bits - 0x3fe6a09e667f3bcdull) >> 52);
  const double m = __longlong_as_double((long long)(bits - ((unsigned long long)(long long)e << 52)));
  const double s = cuts_add(m, -1.0) / cuts_add(m, 1.0), z = cuts_mul(s, s), twice = cuts_add(s, s);
  double p = 1.0 / 23;
  _Pragma("unroll") for (int k = 21; k >= 3; k -= 2) p = cuts_scaled(p, z, 1.0 / k);
  const double log_m = cuts_scaled(cuts_mul(twice, z), p, twice);
  return cuts_scaled((double)e, 0x1.62e42fee00000p-1, cuts_scaled((double)e, 0x1.a39ef35793c76p-33, log_m));
}

// Cosine and sine of the part of a full turn that all bits of a word are: of an angle within 1/8 turn of a quarter.
template <class F> CUTS_INLINE void cuts_turned(F c, F s, unsigned quarter, F& x, F& y) {
  const F a = quarter & 1 ? s : c, b = quarter & 1 ? c : s;
  x = quarter == 1 || quarter == 2 ? -a : a;
  y = quarter >= 2 ? -b : b;
}
CUTS_INLINE void cuts_turn(unsigned word, float& x, float& y) {
  const unsigned quarter = (word + 0x20000000u) >> 30;
  const float t = cuts_mul((float)(int)(word - (quarter << 30)), 0x1.921fb6p-30f), z = cuts_mul(t, t);
  float s = 1.0f / 362880, c = -1.0f / 3628800;
  s = cuts_scaled(s, z, -1.0f / 5040); s = cuts_scaled(s, z, 1.0f / 120); s = cuts_scaled(s, z, -1.0f / 6);
  c = cuts_scaled(c, z, 1.0f / 40320); c = cuts_scaled(c, z, -1.0f / 720); c = cuts_scaled(c, z, 1.0f / 24); c = cuts_scaled(c, z, -0.5f);
  cuts_turned(cuts_scaled(c, z, 1.0f), cuts_scaled(cuts_mul(t, z), s, t), quarter, x, y);
}
CUTS_INLINE void cuts_turn(unsigned long long word, double& x, double& y) {
  const unsigned quarter = (unsigned)((word + (1ull << 61)) >> 62);
  const double t = cuts_mul((double)(long long)(word - ((unsigned long long)quarter << 62)), 0x1.921fb54442d18p-62), z = cuts_mul(t, t);
  double s = 1.0 / 355687428096000, c = 1.0 / 20922789888000;
  s = cuts_scaled(s, z, -1.0 / 1307674368000); s = cuts_scaled(s, z, 1.0 / 6227020800); s = cuts_scaled(s, z, -1.0 / 39916800);
  s = cuts_scaled(s, z, 1.0 / 362880); s = cuts_scaled(s, z, -1.0 / 5040); s = cuts_scaled(s, z, 1.0 / 120); s = cuts_scaled(s, z, -1.0 / 6);
  c = cuts_scaled(c, z, -1.0 / 87178291200); c = cuts_scaled(c, z, 1.0 / 479001600); c = cuts_scaled(c, z, -1.0 / 3628800);
  c = cuts_scaled(c, z, 1.0 / 40320); c = cuts_scaled(c, z, -1.0 / 720); c = cuts_scaled(c, z, 1.0 / 24); c = cuts_scaled(c, z, -0.5);
  cuts_turned(cuts_scaled(c, z, 1.0), cuts_scaled(cuts_mul(t, z), s, t), quarter, x, y);
}
// Two independent normal numbers of two uniform ones, after Box and Muller.
template <class F, class W> CUTS_INLINE void cuts_normals(F u, W turn, F& x, F& y) {
  const F r = sqrt(cuts_mul(F(-2), cuts_log_of(u)));
  cuts_turn(turn, x, y);
  x = cuts_mul(r, x); y = cuts_mul(r, y);
}

// A number below `range` of one word, without bias: Lemire (2019). What falls below `least` is drawn again.
template <class T> CUTS_INLINE T cuts_below(unsigned word, int lane, T low, unsigned range, unsigned least, cuts_size at, CUTS_STATE) {
  unsigned long long product = (unsigned long long)word * range;
  for (unsigned attempt = 1; (unsigned)product < least; attempt++) {
    const cuts_words own = CUTS_WORDS(attempt);
    product = (unsigned long long)(lane == 0 ? own.x : lane == 1 ? own.y : lane == 2 ? own.z : own.w) * range;
  }
  return low + (T)(product >> 32);
}
CUTS_INLINE unsigned long long cuts_below_wide(unsigned long long word, int lane, unsigned long long low, unsigned long long range, unsigned long long least, cuts_size at, CUTS_STATE) {
  for (unsigned attempt = 1; word * range < least; attempt++) {
    const cuts_words own = CUTS_WORDS(attempt);
    word = lane == 0 ? cuts_both(own.x, own.y) : cuts_both(own.z, own.w);
  }
  return low + __umul64hi(word, range);
}
template <class S> CUTS_INLINE S cuts_uniform(unsigned word, int bits, float offset, float by) {
  return cuts_store<S>(cuts_scaled(cuts_fraction(word, bits), by, offset));
}

// The words of a thread of a kernel.
#define CUTS_DRAW const cuts_size at = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x; \
  if (at >= counters) return; \
  const cuts_words word = CUTS_WORDS(0)

__global__ void random_bits(unsigned* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1) {
  CUTS_DRAW;
  cuts_put(out, at, word.x, word.y, word.z, word.w);
}
template <class S, int bits>
__global__ void random_uniform(S* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, float offset, float by) {
  CUTS_DRAW;
  cuts_put(out, at, cuts_uniform<S>(word.x, bits, offset, by), cuts_uniform<S>(word.y, bits, offset, by),
      cuts_uniform<S>(word.z, bits, offset, by), cuts_uniform<S>(word.w, bits, offset, by));
}
__global__ void random_uniform_wide(double* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, double offset, double by) {
  CUTS_DRAW;
  cuts_put(out, at, cuts_scaled(cuts_fraction(word.x, word.y), by, offset), cuts_scaled(cuts_fraction(word.z, word.w), by, offset));
}
__global__ void random_normal(float* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, float offset, float by) {
  CUTS_DRAW;
  float a, b, c, d;
  cuts_normals(cuts_positive(word.x), word.y, a, b);
  cuts_normals(cuts_positive(word.z), word.w, c, d);
  cuts_put(out, at, cuts_scaled(a, by, offset), cuts_scaled(b, by, offset), cuts_scaled(c, by, offset), cuts_scaled(d, by, offset));
}
__global__ void random_normal_wide(double* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, double offset, double by) {
  CUTS_DRAW;
  double a, b;
  cuts_normals(cuts_positive(word.x, word.y), cuts_both(word.z, word.w), a, b);
  cuts_put(out, at, cuts_scaled(a, by, offset), cuts_scaled(b, by, offset));
}
__global__ void random_exponential(float* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, float by) {
  CUTS_DRAW;
  cuts_put(out, at, cuts_mul(cuts_log_of(cuts_positive(word.x)), by), cuts_mul(cuts_log_of(cuts_positive(word.y)), by),
      cuts_mul(cuts_log_of(cuts_positive(word.z)), by), cuts_mul(cuts_log_of(cuts_positive(word.w)), by));
}
__global__ void random_exponential_wide(double* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, double by) {
  CUTS_DRAW;
  cuts_put(out, at, cuts_mul(cuts_log_of(cuts_positive(word.x, word.y)), by), cuts_mul(cuts_log_of(cuts_positive(word.z, word.w)), by));
}
__global__ void random_bernoulli(bool* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, unsigned long long threshold) {
  CUTS_DRAW;
  cuts_put(out, at, word.x < threshold, word.y < threshold, word.z < threshold, word.w < threshold);
}
__global__ void random_integers32(unsigned* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, unsigned low, unsigned range, unsigned least) {
  CUTS_DRAW;
  cuts_put(out, at, cuts_below<unsigned>(word.x, 0, low, range, least, at, first, sequence, k0, k1),
      cuts_below<unsigned>(word.y, 1, low, range, least, at, first, sequence, k0, k1),
      cuts_below<unsigned>(word.z, 2, low, range, least, at, first, sequence, k0, k1),
      cuts_below<unsigned>(word.w, 3, low, range, least, at, first, sequence, k0, k1));
}
__global__ void random_integers32_wide(unsigned long long* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, unsigned long long low, unsigned range, unsigned least) {
  CUTS_DRAW;
  cuts_put(out, at, cuts_below<unsigned long long>(word.x, 0, low, range, least, at, first, sequence, k0, k1),
      cuts_below<unsigned long long>(word.y, 1, low, range, least, at, first, sequence, k0, k1),
      cuts_below<unsigned long long>(word.z, 2, low, range, least, at, first, sequence, k0, k1),
      cuts_below<unsigned long long>(word.w, 3, low, range, least, at, first, sequence, k0, k1));
}
__global__ void random_integers64(unsigned long long* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, unsigned long long low, unsigned long long range,
    unsigned long long least) {
  CUTS_DRAW;
  cuts_put(out, at, cuts_below_wide(cuts_both(word.x, word.y), 0, low, range, least, at, first, sequence, k0, k1),
      cuts_below_wide(cuts_both(word.z, word.w), 1, low, range, least, at, first, sequence, k0, k1));
}
