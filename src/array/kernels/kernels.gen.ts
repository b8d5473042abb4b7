// Written by `npm run generate` from the .cuh files beside it (tools/kernel-modules.ts). Do not edit.

import type { KernelDefinition, KernelSource } from "./kernel-definition.js";
import type { Pointer } from "./pointer.js";

/** prelude.cuh. */
export const preludeSource: KernelSource = {
  includes: [],
  text: `#ifdef CUTS_WIDE_INDEX
typedef unsigned long long cuts_size; typedef long long cuts_stride;
#else
typedef unsigned cuts_size; typedef int cuts_stride;
#endif
#ifndef CUTS_PER_THREAD
#define CUTS_PER_THREAD 1
#endif
#define CUTS_INLINE static __device__ __forceinline__
#define CUTS_X_OF(own, k) (((cuts_size)blockIdx.x * (own) + (k)) * blockDim.x + threadIdx.x)
#define CUTS_X(k) CUTS_X_OF(CUTS_PER_THREAD, k)
#define CUTS_EACH_OF(own, i, n, ...) _Pragma("unroll") for (int cuts_k = 0; cuts_k < (own); cuts_k++) { \\
    const cuts_size i = CUTS_X_OF(own, cuts_k); if (i < (n)) { __VA_ARGS__; } }
#define CUTS_EACH(i, n, ...) CUTS_EACH_OF(CUTS_PER_THREAD, i, n, __VA_ARGS__)
#if CUTS_PER_THREAD > 1
#define CUTS_EACH_PLACE(i, j, n, rows, apart, ...) _Pragma("unroll") for (int cuts_k = 0; cuts_k < CUTS_PER_THREAD; cuts_k++) { \\
    const cuts_size i = (cuts_size)blockIdx.x * ((apart) ? CUTS_PER_THREAD * blockDim.x : blockDim.x) + threadIdx.x + cuts_k * (apart), \\
      j = (cuts_size)blockIdx.y * ((apart) ? blockDim.y : CUTS_PER_THREAD * blockDim.y) + threadIdx.y + cuts_k * ((apart) ? 0 : blockDim.y); \\
    if (i < (n) && j < (rows)) { __VA_ARGS__; } }
#else
#define CUTS_EACH_PLACE(i, j, n, rows, apart, ...) { \\
    const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y; if (i < (n)) { __VA_ARGS__; } }
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define CUTS_BEGIN asm volatile("griddepcontrol.wait; griddepcontrol.launch_dependents;" ::: "memory");
#else
#define CUTS_BEGIN
#endif
struct cuts_half { unsigned short bits; };
struct cuts_bfloat { unsigned short bits; };
template <class T> struct alignas(2 * sizeof(T)) cuts_complex { T re, im; };
template <class V> CUTS_INLINE V cuts_read_once(const V* p) {
#ifdef __CUTS_CPU__
  return *p;
#else
  constexpr int bytes = sizeof(V);
  union { V value; unsigned words[(bytes + 3) / 4]; unsigned short half; } x;
  if constexpr (bytes % 16 == 0 && alignof(V) % 16 == 0) {
    _Pragma("unroll") for (int k = 0; k < bytes / 16; k++)
      asm volatile("ld.global.cs.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x.words[4 * k]), "=r"(x.words[4 * k + 1]), "=r"(x.words[4 * k + 2]), "=r"(x.words[4 * k + 3]) : "l"((const char*)p + 16 * k));
  }
  else if constexpr (bytes == 8) asm volatile("ld.global.cs.v2.u32 {%0, %1}, [%2];" : "=r"(x.words[0]), "=r"(x.words[1]) : "l"(p));
  else if constexpr (bytes == 4) asm volatile("ld.global.cs.u32 %0, [%1];" : "=r"(x.words[0]) : "l"(p));
  else if constexpr (bytes == 2) asm volatile("ld.global.cs.u16 %0, [%1];" : "=h"(x.half) : "l"(p));
  else return *p;
  return x.value;
#endif
}
template <class V> CUTS_INLINE void cuts_write_once(V* p, V value) {
#ifdef __CUTS_CPU__
  *p = value;
#else
  constexpr int bytes = sizeof(V);
  union { V value; unsigned words[(bytes + 3) / 4]; unsigned short half; } x;
  x.value = value;
  if constexpr (bytes % 16 == 0 && alignof(V) % 16 == 0) {
    _Pragma("unroll") for (int k = 0; k < bytes / 16; k++)
      asm volatile("st.global.cs.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"((char*)p + 16 * k), "r"(x.words[4 * k]), "r"(x.words[4 * k + 1]), "r"(x.words[4 * k + 2]), "r"(x.words[4 * k + 3]) : "memory");
  }
  else if constexpr (bytes == 8) asm volatile("st.global.cs.v2.u32 [%0], {%1, %2};" :: "l"(p), "r"(x.words[0]), "r"(x.words[1]) : "memory");
  else if constexpr (bytes == 4) asm volatile("st.global.cs.u32 [%0], %1;" :: "l"(p), "r"(x.words[0]) : "memory");
  else if constexpr (bytes == 2) asm volatile("st.global.cs.u16 [%0], %1;" :: "l"(p), "h"(x.half) : "memory");
  else *p = value;
#endif
}
#if CUTS_PER_THREAD > 1
template <class T, int N> struct alignas(N * sizeof(T) < 16 ? N * sizeof(T) : 16) cuts_vector { T own[N]; };
template <int N, class T> CUTS_INLINE bool cuts_is_whole(const T* p) { return ((unsigned long long)p & (alignof(cuts_vector<T, N>) - 1)) == 0; }
template <class... T> CUTS_INLINE constexpr int cuts_widest() { int widest = 1; ((widest = (int)sizeof(T) > widest ? (int)sizeof(T) : widest), ...); return widest; }
template <class... T> CUTS_INLINE constexpr int cuts_narrowest() { int narrowest = 16; ((narrowest = (int)sizeof(T) < narrowest ? (int)sizeof(T) : narrowest), ...); return narrowest; }
template <class Output, class... Inputs> CUTS_INLINE constexpr int cuts_together() {
  return cuts_widest<Output, Inputs...>() <= 2 ? 8 : sizeof(Output) >= 8 ? 2 : 4;
}
template <class... T> CUTS_INLINE constexpr bool cuts_says_once() { return cuts_narrowest<T...>() < 4; }
template <bool Once, class V> CUTS_INLINE V cuts_read(const V* p) { if constexpr (Once) return cuts_read_once(p); else return *p; }
template <bool Once, class V> CUTS_INLINE void cuts_write(V* p, V value) { if constexpr (Once) cuts_write_once(p, value); else *p = value; }
#endif
CUTS_INLINE float cuts_from_bits(unsigned bits) { return __uint_as_float(bits); }
CUTS_INLINE unsigned cuts_to_bits(float x) { return __float_as_uint(x); }
CUTS_INLINE float cuts_load(cuts_half x) {
#ifndef __CUTS_CPU__
  float wide;
  asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(x.bits));
  return wide;
#else
  unsigned rest = (x.bits & 0x7fffu) << 13;
  unsigned value = cuts_to_bits(cuts_from_bits(rest) * 0x1p112f);
  value = rest >= 0x0f800000u ? rest | 0x7f800000u : value;
  return cuts_from_bits(value | (x.bits & 0x8000u) << 16);
#endif
}
CUTS_INLINE float cuts_load(cuts_bfloat x) { return cuts_from_bits((unsigned)x.bits << 16); }
template <class T> CUTS_INLINE T cuts_load(T x) { return x; }
CUTS_INLINE unsigned short cuts_half_bits(float x) {
  unsigned bits = cuts_to_bits(x), sign = bits >> 16 & 0x8000u;
#ifndef __CUTS_CPU__
  unsigned short rounded;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(rounded) : "f"(x));
  return x != x ? (unsigned short)(0x7e00u | sign) : rounded;
#else
  bits &= 0x7fffffffu;
  unsigned normal = (bits - 0x38000000u + 0xfffu + (bits >> 13 & 1u)) >> 13;
  unsigned tiny = cuts_to_bits(cuts_from_bits(bits) + 0.5f) - 0x3f000000u;
  unsigned value = bits < 0x38800000u ? tiny : normal;
  value = bits >= 0x47800000u ? 0x7c00u : value;
  return (unsigned short)(bits > 0x7f800000u ? 0x7e00u | sign : value | sign);
#endif
}
CUTS_INLINE unsigned short cuts_bfloat_bits(float x) {
  unsigned bits = cuts_to_bits(x), rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
  return (unsigned short)((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fc0u | bits >> 16 & 0x8000u : rounded);
}
CUTS_INLINE float cuts_odd_float(double x) {
  float nearest = (float)x;
  double back = nearest;
  if (!(back != x) || x != x) return nearest;
  unsigned bits = cuts_to_bits(nearest) - ((back < 0 ? -back : back) > (x < 0 ? -x : x) ? 1u : 0u);
  return cuts_from_bits(bits | 1u);
}
template <class S> struct cuts_storing { template <class T> static __device__ __forceinline__ S of(T x) { return (S)x; } };
template <> struct cuts_storing<cuts_half> {
  static __device__ __forceinline__ cuts_half of(float x) { return cuts_half{cuts_half_bits(x)}; }
  static __device__ __forceinline__ cuts_half of(double x) { return cuts_half{cuts_half_bits(cuts_odd_float(x))}; }
};
template <> struct cuts_storing<cuts_bfloat> {
  static __device__ __forceinline__ cuts_bfloat of(float x) { return cuts_bfloat{cuts_bfloat_bits(x)}; }
  static __device__ __forceinline__ cuts_bfloat of(double x) { return cuts_bfloat{cuts_bfloat_bits(cuts_odd_float(x))}; }
};
template <class S, class T> CUTS_INLINE S cuts_store(T x) { return cuts_storing<S>::of(x); }
template <class T> CUTS_INLINE cuts_complex<T> cuts_make(T re, T im) { return cuts_complex<T>{re, im}; }
template <class T> CUTS_INLINE cuts_complex<T> operator+(cuts_complex<T> a, cuts_complex<T> b) { return cuts_make(a.re + b.re, a.im + b.im); }
template <class T> CUTS_INLINE cuts_complex<T> operator-(cuts_complex<T> a, cuts_complex<T> b) { return cuts_make(a.re - b.re, a.im - b.im); }
template <class T> CUTS_INLINE cuts_complex<T> operator-(cuts_complex<T> a) { return cuts_make(-a.re, -a.im); }
template <class T> CUTS_INLINE cuts_complex<T> operator*(cuts_complex<T> a, cuts_complex<T> b) {
  return cuts_make(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}
template <class T> CUTS_INLINE cuts_complex<T> operator/(cuts_complex<T> a, cuts_complex<T> b) {
  T abs_re = b.re < 0 ? -b.re : b.re, abs_im = b.im < 0 ? -b.im : b.im;
  if (abs_re >= abs_im) {
    if (abs_re == 0 && abs_im == 0) return cuts_make(a.re / abs_re, a.im / abs_re);
    T ratio = b.im / b.re, scale = T(1) / (b.re + b.im * ratio);
    return cuts_make((a.re + a.im * ratio) * scale, (a.im - a.re * ratio) * scale);
  }
  T ratio = b.re / b.im, scale = T(1) / (b.im + b.re * ratio);
  return cuts_make((a.re * ratio + a.im) * scale, (a.im * ratio - a.re) * scale);
}
template <class T> CUTS_INLINE bool operator==(cuts_complex<T> a, cuts_complex<T> b) { return a.re == b.re && a.im == b.im; }
template <class T> CUTS_INLINE bool operator!=(cuts_complex<T> a, cuts_complex<T> b) { return a.re != b.re || a.im != b.im; }
template <class T> CUTS_INLINE bool operator<(cuts_complex<T> a, cuts_complex<T> b) { return a.re < b.re || (a.re == b.re && a.im < b.im); }
template <class T> CUTS_INLINE bool operator<=(cuts_complex<T> a, cuts_complex<T> b) { return a.re < b.re || (a.re == b.re && a.im <= b.im); }
template <class T> CUTS_INLINE bool operator>(cuts_complex<T> a, cuts_complex<T> b) { return b < a; }
template <class T> CUTS_INLINE bool operator>=(cuts_complex<T> a, cuts_complex<T> b) { return b <= a; }
`,
};

/** cast.cuh. */
export const castSource: KernelSource = {
  includes: [preludeSource],
  text: `template <class F> CUTS_INLINE long long cuts_to_int64(F x) {
  return x >= (F)9223372036854775808.0 ? 9223372036854775807ll : x < (F)-9223372036854775808.0 ? (-9223372036854775807ll - 1) : x != x ? 0ll : (long long)x;
}
template <class F> CUTS_INLINE int cuts_to_int32(F x) {
  return x >= (F)2147483648.0 ? 2147483647 : x < (F)-2147483648.0 ? (-2147483647 - 1) : x != x ? 0 : (int)x;
}
template <class F> CUTS_INLINE unsigned long long cuts_to_uint64(F x) {
  return x >= (F)9223372036854775808.0 ? (x >= (F)18446744073709551616.0 ? ~0ull : (unsigned long long)(long long)(x - (F)9223372036854775808.0) + 9223372036854775808ull) : (unsigned long long)cuts_to_int64(x);
}
`,
};

/** fused.cuh. */
export const fusedSource: KernelSource = {
  includes: [preludeSource],
  text: `#ifdef __CUTS_CPU__
typedef float cuts_floats __attribute__((vector_size(16)));
typedef double cuts_doubles __attribute__((vector_size(16)));
template <class V> CUTS_INLINE V cuts_madd(V a, V b, V c) { return c + a * b; }
template <class V> CUTS_INLINE V cuts_nmadd(V a, V b, V c) { return c - a * b; }
#ifdef __wasm_relaxed_simd__
#define CUTS_RELAXED(name, V, suffix) \\
  extern "C" __device__ V cuts_relaxed_##name##_##suffix(V, V, V) __asm__("llvm.wasm.relaxed." #name "." #suffix); \\
  CUTS_INLINE V cuts_##name(V a, V b, V c) { return cuts_relaxed_##name##_##suffix(a, b, c); }
CUTS_RELAXED(madd, cuts_floats, v4f32) CUTS_RELAXED(nmadd, cuts_floats, v4f32)
CUTS_RELAXED(madd, cuts_doubles, v2f64) CUTS_RELAXED(nmadd, cuts_doubles, v2f64)
#undef CUTS_RELAXED
#endif
#endif
`,
};

const rangeSource: KernelSource = {
  includes: [preludeSource],
  text: `CUTS_INLINE double cuts_even(double start, double step, cuts_size i, int floors) {
  const double x = __dadd_rn(start, __dmul_rn((double)i, step));
  return floors ? floor(x) : x;
}
template <class T> struct cuts_even_as { static __device__ __forceinline__ T of(double x) { return (T)(long long)x; } };
template <> struct cuts_even_as<cuts_half> { static __device__ __forceinline__ cuts_half of(double x) { return cuts_store<cuts_half>(x); } };
template <> struct cuts_even_as<cuts_bfloat> { static __device__ __forceinline__ cuts_bfloat of(double x) { return cuts_store<cuts_bfloat>(x); } };
template <> struct cuts_even_as<float> { static __device__ __forceinline__ float of(double x) { return (float)x; } };
template <> struct cuts_even_as<double> { static __device__ __forceinline__ double of(double x) { return x; } };
template <class T> struct cuts_even_as<cuts_complex<T>> {
  static __device__ __forceinline__ cuts_complex<T> of(double x) { return cuts_make((T)x, (T)0); }
};
`,
};

/** The parameters of `range` in range.cuh. */
export interface RangeArguments {
  readonly z: Pointer;
  readonly n: number;
  readonly start: number;
  readonly step: number;
  readonly floors: number;
}

/** `range` in range.cuh. */
export const range: KernelDefinition<RangeArguments, "T"> = {
  source: rangeSource,
  types: { T: "class" },
  parameters: ["pointer", "size", "float64", "float64", "int32"],
  head: "__global__ void",
  list: "(T* z, cuts_size n, double start, double step, int floors)",
  body: `
  CUTS_EACH(i, n, z[i] = cuts_even_as<T>::of(cuts_even(start, step, i, floors)))
`,
  write(block, values) {
    block.setArray(0, values.z);
    block.setSize(1, values.n);
    block.setFloat64(2, values.start);
    block.setFloat64(3, values.step);
    block.setInt32(4, values.floors);
  },
};

const transposeSource: KernelSource = {
  includes: [preludeSource],
  text: `#define CUTS_TILE 32
#define CUTS_HOST_TILE 64
`,
};

/** The parameters of `transpose` in transpose.cuh. */
export interface TransposeArguments {
  readonly z: Pointer;
  readonly a: Pointer;
  readonly rows: number;
  readonly columns: number;
  readonly z_row: number;
  readonly a_column: number;
  readonly z_matrix: number;
  readonly a_matrix: number;
}

/** `transpose` in transpose.cuh. */
export const transpose: KernelDefinition<TransposeArguments, "T"> = {
  source: transposeSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "size", "size", "stride", "stride", "stride", "stride"],
  head: "__global__ void",
  list: `(T* z, const T* a, cuts_size rows, cuts_size columns,
    cuts_stride z_row, cuts_stride a_column, cuts_stride z_matrix, cuts_stride a_matrix)`,
  body: `
  z += (cuts_stride)blockIdx.z * z_matrix; a += (cuts_stride)blockIdx.z * a_matrix;
#ifdef __CUTS_CPU__
  const cuts_size top = (cuts_size)blockIdx.x * CUTS_HOST_TILE, left = (cuts_size)blockIdx.y * CUTS_HOST_TILE;
  const cuts_size bottom = rows - top < CUTS_HOST_TILE ? rows : top + CUTS_HOST_TILE, right = columns - left < CUTS_HOST_TILE ? columns : left + CUTS_HOST_TILE;
  for (cuts_size row = top; row < bottom; row++)
    for (cuts_size column = left; column < right; column++)
      z[(cuts_stride)row * z_row + (cuts_stride)column] = a[(cuts_stride)column * a_column + (cuts_stride)row];
#else
  __shared__ T tile[CUTS_TILE][CUTS_TILE + 1];
  const cuts_size top = (cuts_size)blockIdx.x * CUTS_TILE, left = (cuts_size)blockIdx.y * CUTS_TILE;
  for (unsigned k = threadIdx.y; k < CUTS_TILE; k += 8)
    if (left + k < columns && top + threadIdx.x < rows) tile[k][threadIdx.x] = a[(cuts_stride)(left + k) * a_column + (cuts_stride)(top + threadIdx.x)];
  __syncthreads();
  for (unsigned k = threadIdx.y; k < CUTS_TILE; k += 8)
    if (top + k < rows && left + threadIdx.x < columns) z[(cuts_stride)(top + k) * z_row + (cuts_stride)(left + threadIdx.x)] = tile[threadIdx.x][k];
#endif
`,
  write(block, values) {
    block.setArray(0, values.z);
    block.setArray(1, values.a);
    block.setSize(2, values.rows);
    block.setSize(3, values.columns);
    block.setStride(4, values.z_row);
    block.setStride(5, values.a_column);
    block.setStride(6, values.z_matrix);
    block.setStride(7, values.a_matrix);
  },
};
