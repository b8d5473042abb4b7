// Written by `npm run generate` from the .cuh files beside it (tools/kernel-modules.ts). Do not edit.

import type { KernelDefinition, KernelSource } from "../kernels/kernel-definition.js";
import type { Pointer } from "../kernels/pointer.js";
import { preludeSource } from "../kernels/kernels.gen.js";

const randomSource: KernelSource = {
  includes: [preludeSource],
  text: `struct cuts_words { unsigned x, y, z, w; };
CUTS_INLINE cuts_words cuts_philox(unsigned x, unsigned y, unsigned z, unsigned w, unsigned k0, unsigned k1) {
  _Pragma("unroll") for (int round = 0; round < 10; round++) {
    const unsigned long long p = 0xd2511f53ull * x, q = 0xcd9e8d57ull * z;
    x = (unsigned)(q >> 32) ^ y ^ k0; y = (unsigned)q;
    z = (unsigned)(p >> 32) ^ w ^ k1; w = (unsigned)p;
    k0 += 0x9e3779b9u; k1 += 0xbb67ae85u;
  }
  return cuts_words{x, y, z, w};
}
#define CUTS_WORDS(attempt) cuts_philox((unsigned)(first + at), (unsigned)(first + at >> 32), attempt, sequence, k0, k1)
#define CUTS_STATE unsigned long long first, unsigned sequence, unsigned k0, unsigned k1
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
CUTS_INLINE float cuts_fraction(unsigned word, int bits) { return (float)(word >> (32 - bits)) * (bits == 24 ? 0x1p-24f : bits == 11 ? 0x1p-11f : 0x1p-8f); }
CUTS_INLINE double cuts_fraction(unsigned high, unsigned low) { return (double)(cuts_both(high, low) >> 11) * 0x1p-53; }
CUTS_INLINE float cuts_positive(unsigned word) { return cuts_mul(cuts_add((float)word, 1.0f), 0x1p-32f); }
CUTS_INLINE double cuts_positive(unsigned high, unsigned low) { return (double)((cuts_both(high, low) >> 11) + 1) * 0x1p-53; }
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
template <class F, class W> CUTS_INLINE void cuts_normals(F u, W turn, F& x, F& y) {
  const F r = sqrt(cuts_mul(F(-2), cuts_log_of(u)));
  cuts_turn(turn, x, y);
  x = cuts_mul(r, x); y = cuts_mul(r, y);
}
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
#define CUTS_DRAW const cuts_size at = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x; \\
  if (at >= counters) return; \\
  const cuts_words word = CUTS_WORDS(0)
`,
};

/** The parameters of `random_bits` in random.cuh. */
export interface RandomBitsArguments {
  readonly out: Pointer;
  readonly counters: number;
  readonly first: bigint;
  readonly sequence: number;
  readonly k0: number;
  readonly k1: number;
}

/** `random_bits` in random.cuh. */
export const randomBits: KernelDefinition<RandomBitsArguments> = {
  source: randomSource,
  types: {  },
  parameters: ["pointer", "size", "uint64", "uint32", "uint32", "uint32"],
  head: "__global__ void",
  list: `(unsigned* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1)`,
  body: `
  CUTS_DRAW;
  cuts_put(out, at, word.x, word.y, word.z, word.w);
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setSize(1, values.counters);
    block.setInt64(2, values.first);
    block.setInt32(3, values.sequence);
    block.setInt32(4, values.k0);
    block.setInt32(5, values.k1);
  },
};

/** The parameters of `random_uniform` in random.cuh. */
export interface RandomUniformArguments {
  readonly out: Pointer;
  readonly counters: number;
  readonly first: bigint;
  readonly sequence: number;
  readonly k0: number;
  readonly k1: number;
  readonly offset: number;
  readonly by: number;
}

/** `random_uniform` in random.cuh. */
export const randomUniform: KernelDefinition<RandomUniformArguments, "S" | "bits"> = {
  source: randomSource,
  types: { S: "class", bits: "int" },
  parameters: ["pointer", "size", "uint64", "uint32", "uint32", "uint32", "float32", "float32"],
  head: "__global__ void",
  list: `(S* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, float offset, float by)`,
  body: `
  CUTS_DRAW;
  cuts_put(out, at, cuts_uniform<S>(word.x, bits, offset, by), cuts_uniform<S>(word.y, bits, offset, by),
      cuts_uniform<S>(word.z, bits, offset, by), cuts_uniform<S>(word.w, bits, offset, by));
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setSize(1, values.counters);
    block.setInt64(2, values.first);
    block.setInt32(3, values.sequence);
    block.setInt32(4, values.k0);
    block.setInt32(5, values.k1);
    block.setFloat32(6, values.offset);
    block.setFloat32(7, values.by);
  },
};

/** The parameters of `random_uniform_wide` in random.cuh. */
export interface RandomUniformWideArguments {
  readonly out: Pointer;
  readonly counters: number;
  readonly first: bigint;
  readonly sequence: number;
  readonly k0: number;
  readonly k1: number;
  readonly offset: number;
  readonly by: number;
}

/** `random_uniform_wide` in random.cuh. */
export const randomUniformWide: KernelDefinition<RandomUniformWideArguments> = {
  source: randomSource,
  types: {  },
  parameters: ["pointer", "size", "uint64", "uint32", "uint32", "uint32", "float64", "float64"],
  head: "__global__ void",
  list: `(double* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, double offset, double by)`,
  body: `
  CUTS_DRAW;
  cuts_put(out, at, cuts_scaled(cuts_fraction(word.x, word.y), by, offset), cuts_scaled(cuts_fraction(word.z, word.w), by, offset));
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setSize(1, values.counters);
    block.setInt64(2, values.first);
    block.setInt32(3, values.sequence);
    block.setInt32(4, values.k0);
    block.setInt32(5, values.k1);
    block.setFloat64(6, values.offset);
    block.setFloat64(7, values.by);
  },
};

/** The parameters of `random_normal` in random.cuh. */
export interface RandomNormalArguments {
  readonly out: Pointer;
  readonly counters: number;
  readonly first: bigint;
  readonly sequence: number;
  readonly k0: number;
  readonly k1: number;
  readonly offset: number;
  readonly by: number;
}

/** `random_normal` in random.cuh. */
export const randomNormal: KernelDefinition<RandomNormalArguments> = {
  source: randomSource,
  types: {  },
  parameters: ["pointer", "size", "uint64", "uint32", "uint32", "uint32", "float32", "float32"],
  head: "__global__ void",
  list: `(float* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, float offset, float by)`,
  body: `
  CUTS_DRAW;
  float a, b, c, d;
  cuts_normals(cuts_positive(word.x), word.y, a, b);
  cuts_normals(cuts_positive(word.z), word.w, c, d);
  cuts_put(out, at, cuts_scaled(a, by, offset), cuts_scaled(b, by, offset), cuts_scaled(c, by, offset), cuts_scaled(d, by, offset));
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setSize(1, values.counters);
    block.setInt64(2, values.first);
    block.setInt32(3, values.sequence);
    block.setInt32(4, values.k0);
    block.setInt32(5, values.k1);
    block.setFloat32(6, values.offset);
    block.setFloat32(7, values.by);
  },
};

/** The parameters of `random_normal_wide` in random.cuh. */
export interface RandomNormalWideArguments {
  readonly out: Pointer;
  readonly counters: number;
  readonly first: bigint;
  readonly sequence: number;
  readonly k0: number;
  readonly k1: number;
  readonly offset: number;
  readonly by: number;
}

/** `random_normal_wide` in random.cuh. */
export const randomNormalWide: KernelDefinition<RandomNormalWideArguments> = {
  source: randomSource,
  types: {  },
  parameters: ["pointer", "size", "uint64", "uint32", "uint32", "uint32", "float64", "float64"],
  head: "__global__ void",
  list: `(double* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, double offset, double by)`,
  body: `
  CUTS_DRAW;
  double a, b;
  cuts_normals(cuts_positive(word.x, word.y), cuts_both(word.z, word.w), a, b);
  cuts_put(out, at, cuts_scaled(a, by, offset), cuts_scaled(b, by, offset));
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setSize(1, values.counters);
    block.setInt64(2, values.first);
    block.setInt32(3, values.sequence);
    block.setInt32(4, values.k0);
    block.setInt32(5, values.k1);
    block.setFloat64(6, values.offset);
    block.setFloat64(7, values.by);
  },
};

/** The parameters of `random_exponential` in random.cuh. */
export interface RandomExponentialArguments {
  readonly out: Pointer;
  readonly counters: number;
  readonly first: bigint;
  readonly sequence: number;
  readonly k0: number;
  readonly k1: number;
  readonly by: number;
}

/** `random_exponential` in random.cuh. */
export const randomExponential: KernelDefinition<RandomExponentialArguments> = {
  source: randomSource,
  types: {  },
  parameters: ["pointer", "size", "uint64", "uint32", "uint32", "uint32", "float32"],
  head: "__global__ void",
  list: `(float* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, float by)`,
  body: `
  CUTS_DRAW;
  cuts_put(out, at, cuts_mul(cuts_log_of(cuts_positive(word.x)), by), cuts_mul(cuts_log_of(cuts_positive(word.y)), by),
      cuts_mul(cuts_log_of(cuts_positive(word.z)), by), cuts_mul(cuts_log_of(cuts_positive(word.w)), by));
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setSize(1, values.counters);
    block.setInt64(2, values.first);
    block.setInt32(3, values.sequence);
    block.setInt32(4, values.k0);
    block.setInt32(5, values.k1);
    block.setFloat32(6, values.by);
  },
};

/** The parameters of `random_exponential_wide` in random.cuh. */
export interface RandomExponentialWideArguments {
  readonly out: Pointer;
  readonly counters: number;
  readonly first: bigint;
  readonly sequence: number;
  readonly k0: number;
  readonly k1: number;
  readonly by: number;
}

/** `random_exponential_wide` in random.cuh. */
export const randomExponentialWide: KernelDefinition<RandomExponentialWideArguments> = {
  source: randomSource,
  types: {  },
  parameters: ["pointer", "size", "uint64", "uint32", "uint32", "uint32", "float64"],
  head: "__global__ void",
  list: `(double* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, double by)`,
  body: `
  CUTS_DRAW;
  cuts_put(out, at, cuts_mul(cuts_log_of(cuts_positive(word.x, word.y)), by), cuts_mul(cuts_log_of(cuts_positive(word.z, word.w)), by));
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setSize(1, values.counters);
    block.setInt64(2, values.first);
    block.setInt32(3, values.sequence);
    block.setInt32(4, values.k0);
    block.setInt32(5, values.k1);
    block.setFloat64(6, values.by);
  },
};

/** The parameters of `random_bernoulli` in random.cuh. */
export interface RandomBernoulliArguments {
  readonly out: Pointer;
  readonly counters: number;
  readonly first: bigint;
  readonly sequence: number;
  readonly k0: number;
  readonly k1: number;
  readonly threshold: bigint;
}

/** `random_bernoulli` in random.cuh. */
export const randomBernoulli: KernelDefinition<RandomBernoulliArguments> = {
  source: randomSource,
  types: {  },
  parameters: ["pointer", "size", "uint64", "uint32", "uint32", "uint32", "uint64"],
  head: "__global__ void",
  list: `(bool* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, unsigned long long threshold)`,
  body: `
  CUTS_DRAW;
  cuts_put(out, at, word.x < threshold, word.y < threshold, word.z < threshold, word.w < threshold);
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setSize(1, values.counters);
    block.setInt64(2, values.first);
    block.setInt32(3, values.sequence);
    block.setInt32(4, values.k0);
    block.setInt32(5, values.k1);
    block.setInt64(6, values.threshold);
  },
};

/** The parameters of `random_integers32` in random.cuh. */
export interface RandomIntegers32Arguments {
  readonly out: Pointer;
  readonly counters: number;
  readonly first: bigint;
  readonly sequence: number;
  readonly k0: number;
  readonly k1: number;
  readonly low: number;
  readonly range: number;
  readonly least: number;
}

/** `random_integers32` in random.cuh. */
export const randomIntegers32: KernelDefinition<RandomIntegers32Arguments> = {
  source: randomSource,
  types: {  },
  parameters: ["pointer", "size", "uint64", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32"],
  head: "__global__ void",
  list: `(unsigned* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, unsigned low, unsigned range, unsigned least)`,
  body: `
  CUTS_DRAW;
  cuts_put(out, at, cuts_below<unsigned>(word.x, 0, low, range, least, at, first, sequence, k0, k1),
      cuts_below<unsigned>(word.y, 1, low, range, least, at, first, sequence, k0, k1),
      cuts_below<unsigned>(word.z, 2, low, range, least, at, first, sequence, k0, k1),
      cuts_below<unsigned>(word.w, 3, low, range, least, at, first, sequence, k0, k1));
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setSize(1, values.counters);
    block.setInt64(2, values.first);
    block.setInt32(3, values.sequence);
    block.setInt32(4, values.k0);
    block.setInt32(5, values.k1);
    block.setInt32(6, values.low);
    block.setInt32(7, values.range);
    block.setInt32(8, values.least);
  },
};

/** The parameters of `random_integers32_wide` in random.cuh. */
export interface RandomIntegers32WideArguments {
  readonly out: Pointer;
  readonly counters: number;
  readonly first: bigint;
  readonly sequence: number;
  readonly k0: number;
  readonly k1: number;
  readonly low: bigint;
  readonly range: number;
  readonly least: number;
}

/** `random_integers32_wide` in random.cuh. */
export const randomIntegers32Wide: KernelDefinition<RandomIntegers32WideArguments> = {
  source: randomSource,
  types: {  },
  parameters: ["pointer", "size", "uint64", "uint32", "uint32", "uint32", "uint64", "uint32", "uint32"],
  head: "__global__ void",
  list: `(unsigned long long* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, unsigned long long low, unsigned range, unsigned least)`,
  body: `
  CUTS_DRAW;
  cuts_put(out, at, cuts_below<unsigned long long>(word.x, 0, low, range, least, at, first, sequence, k0, k1),
      cuts_below<unsigned long long>(word.y, 1, low, range, least, at, first, sequence, k0, k1),
      cuts_below<unsigned long long>(word.z, 2, low, range, least, at, first, sequence, k0, k1),
      cuts_below<unsigned long long>(word.w, 3, low, range, least, at, first, sequence, k0, k1));
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setSize(1, values.counters);
    block.setInt64(2, values.first);
    block.setInt32(3, values.sequence);
    block.setInt32(4, values.k0);
    block.setInt32(5, values.k1);
    block.setInt64(6, values.low);
    block.setInt32(7, values.range);
    block.setInt32(8, values.least);
  },
};

/** The parameters of `random_integers64` in random.cuh. */
export interface RandomIntegers64Arguments {
  readonly out: Pointer;
  readonly counters: number;
  readonly first: bigint;
  readonly sequence: number;
  readonly k0: number;
  readonly k1: number;
  readonly low: bigint;
  readonly range: bigint;
  readonly least: bigint;
}

/** `random_integers64` in random.cuh. */
export const randomIntegers64: KernelDefinition<RandomIntegers64Arguments> = {
  source: randomSource,
  types: {  },
  parameters: ["pointer", "size", "uint64", "uint32", "uint32", "uint32", "uint64", "uint64", "uint64"],
  head: "__global__ void",
  list: `(unsigned long long* out, cuts_size counters, unsigned long long first, unsigned sequence,
    unsigned k0, unsigned k1, unsigned long long low, unsigned long long range,
    unsigned long long least)`,
  body: `
  CUTS_DRAW;
  cuts_put(out, at, cuts_below_wide(cuts_both(word.x, word.y), 0, low, range, least, at, first, sequence, k0, k1),
      cuts_below_wide(cuts_both(word.z, word.w), 1, low, range, least, at, first, sequence, k0, k1));
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setSize(1, values.counters);
    block.setInt64(2, values.first);
    block.setInt32(3, values.sequence);
    block.setInt32(4, values.k0);
    block.setInt32(5, values.k1);
    block.setInt64(6, values.low);
    block.setInt64(7, values.range);
    block.setInt64(8, values.least);
  },
};
