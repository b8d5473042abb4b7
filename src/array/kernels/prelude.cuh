// What every built-in kernel may use: CUDA C++ that NVRTC, nvcc and the cpu device compile alike, without any header.
// CUTS_WIDE_INDEX makes sizes and strides 64 bits wide, CUTS_PER_THREAD says how many elements a thread of a
// contiguous kernel takes; both are set by the launch path (builtin-kernel.ts), which knows the array and the device.
#pragma once

#ifdef CUTS_WIDE_INDEX
typedef unsigned long long cuts_size; typedef long long cuts_stride;
#else
typedef unsigned cuts_size; typedef int cuts_stride;
#endif
#ifndef CUTS_PER_THREAD
#define CUTS_PER_THREAD 1
#endif
#define CUTS_INLINE static __device__ __forceinline__
// The place of a thread on the x axis of the grid, for the k-th of so many elements that it takes.
#define CUTS_X_OF(own, k) (((cuts_size)blockIdx.x * (own) + (k)) * blockDim.x + threadIdx.x)
#define CUTS_X(k) CUTS_X_OF(CUTS_PER_THREAD, k)
// Runs the statement for every element of a contiguous range that is this thread's: `i` counts from 0 to n - 1.
#define CUTS_EACH_OF(own, i, n, ...) _Pragma("unroll") for (int cuts_k = 0; cuts_k < (own); cuts_k++) { \
    const cuts_size i = CUTS_X_OF(own, cuts_k); if (i < (n)) { __VA_ARGS__; } }
#define CUTS_EACH(i, n, ...) CUTS_EACH_OF(CUTS_PER_THREAD, i, n, __VA_ARGS__)

// The same for elements with any strides: `i` counts along x to n - 1, `j` along y to rows - 1. The elements of a thread are
// `apart` from each other along x, or, where that is 0, as many rows as the block has.
#if CUTS_PER_THREAD > 1
#define CUTS_EACH_PLACE(i, j, n, rows, apart, ...) _Pragma("unroll") for (int cuts_k = 0; cuts_k < CUTS_PER_THREAD; cuts_k++) { \
    const cuts_size i = (cuts_size)blockIdx.x * ((apart) ? CUTS_PER_THREAD * blockDim.x : blockDim.x) + threadIdx.x + cuts_k * (apart), \
      j = (cuts_size)blockIdx.y * ((apart) ? blockDim.y : CUTS_PER_THREAD * blockDim.y) + threadIdx.y + cuts_k * ((apart) ? 0 : blockDim.y); \
    if (i < (n) && j < (rows)) { __VA_ARGS__; } }
#else
#define CUTS_EACH_PLACE(i, j, n, rows, apart, ...) { \
    const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y; if (i < (n)) { __VA_ARGS__; } }
#endif

// What every kernel does first (kernel-group.ts writes it): it waits for what earlier ones have written, then lets the next one
// start. A launch that may start early (launcher.ts) so has its blocks in place when the last of the kernel before are over.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define CUTS_BEGIN asm volatile("griddepcontrol.wait; griddepcontrol.launch_dependents;" ::: "memory");
#else
#define CUTS_BEGIN
#endif

struct cuts_half { unsigned short bits; };
struct cuts_bfloat { unsigned short bits; };
template <class T> struct alignas(2 * sizeof(T)) cuts_complex { T re, im; };

// What a kernel that goes through arrays once reads and writes: the second-level cache gives it up first. Where arrays are larger
// than it, more of them is still there for the next kernel (5 to 15 % of the time of 10^7 elements on an H200).
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
// Elements side by side, in accesses of up to 16 bytes.
template <class T, int N> struct alignas(N * sizeof(T) < 16 ? N * sizeof(T) : 16) cuts_vector { T own[N]; };
template <int N, class T> CUTS_INLINE bool cuts_is_whole(const T* p) { return ((unsigned long long)p & (alignof(cuts_vector<T, N>) - 1)) == 0; }
template <class... T> CUTS_INLINE constexpr int cuts_widest() { int widest = 1; ((widest = (int)sizeof(T) > widest ? (int)sizeof(T) : widest), ...); return widest; }
template <class... T> CUTS_INLINE constexpr int cuts_narrowest() { int narrowest = 16; ((narrowest = (int)sizeof(T) < narrowest ? (int)sizeof(T) : narrowest), ...); return narrowest; }
// How many elements of a row kernel lie side by side in an access: as many as fill 16 bytes of the output, but more than 4 only
// where no array needs several accesses for them. Launches count with the same (launch-rows.ts).
template <class Output, class... Inputs> CUTS_INLINE constexpr int cuts_together() {
  return cuts_widest<Output, Inputs...>() <= 2 ? 8 : sizeof(Output) >= 8 ? 2 : 4;
}
// Whether a row kernel says that it reads and writes once: where some elements are narrow. With wider ones alone 10^8 of them took
// 2 to 6 % more by it.
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
  // The instruction makes all NaN one; here they keep their sign.
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
// A double is first rounded to an odd float, so that only the second rounding shows.
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
// Smith's algorithm, as NumPy divides.
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
// NumPy orders complex numbers by the real part, then by the imaginary part.
template <class T> CUTS_INLINE bool operator<(cuts_complex<T> a, cuts_complex<T> b) { return a.re < b.re || (a.re == b.re && a.im < b.im); }
template <class T> CUTS_INLINE bool operator<=(cuts_complex<T> a, cuts_complex<T> b) { return a.re < b.re || (a.re == b.re && a.im <= b.im); }
template <class T> CUTS_INLINE bool operator>(cuts_complex<T> a, cuts_complex<T> b) { return b < a; }
template <class T> CUTS_INLINE bool operator>=(cuts_complex<T> a, cuts_complex<T> b) { return b <= a; }
