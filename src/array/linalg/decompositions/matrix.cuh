// What all decompositions share: real and complex numbers alike, rows of matrices, and copies.
// Matrices are in C order, so the inner loops of all algorithms run along rows, where elements lie side by side.
// The grid's z axis and the threads of a block count matrices: on the cpu a block is one thread, which has one matrix.
#pragma once
#include "../../kernels/prelude.cuh"

// How wide the blocks of blocked algorithms are, as in matrix-blocks.ts.
#define LA_BLOCK 32
template <class T> struct la_parts { typedef T real; };
template <class R> struct la_parts<cuts_complex<R>> { typedef R real; };
#define LA_REAL(T) typename la_parts<T>::real
// The matrix of this thread; a thread that has none ends.
#define LA_MATRIX const cuts_size matrix = first + blockIdx.z * blockDim.x + threadIdx.x; if (matrix >= batch) return
template <class T> CUTS_INLINE T la_conj(T x) { return x; }
template <class R> CUTS_INLINE cuts_complex<R> la_conj(cuts_complex<R> x) { return cuts_make(x.re, -x.im); }
template <class T> CUTS_INLINE T la_re(T x) { return x; }
template <class R> CUTS_INLINE R la_re(cuts_complex<R> x) { return x.re; }
template <class T> CUTS_INLINE T la_im(T) { return T(0); }
template <class R> CUTS_INLINE R la_im(cuts_complex<R> x) { return x.im; }
CUTS_INLINE float la_abs(float x) { return fabsf(x); }
CUTS_INLINE double la_abs(double x) { return fabs(x); }
// Three roundings where squares are neither too large nor too small, which rotations need to stay rotations.
template <class R> CUTS_INLINE R la_hypot(R x, R y) {
  x = la_abs(x); y = la_abs(y);
  const R large = x < y ? y : x, small = x < y ? x : y;
  const R bound = sizeof(R) == 4 ? R(0x1p50) : R(0x1p450);
  if (large < bound && large > R(1) / bound) return sqrt(large * large + small * small);
  if (large == R(0)) return large;
  const R ratio = small / large;
  return large * sqrt(R(1) + ratio * ratio);
}
template <class R> CUTS_INLINE R la_abs(cuts_complex<R> x) { return la_hypot(x.re, x.im); }
// Large where x is, and cheap: what LAPACK chooses pivots by.
template <class T> CUTS_INLINE LA_REAL(T) la_size(T x) { return la_abs(la_re(x)) + la_abs(la_im(x)); }
template <class T> struct la_from {
  static __device__ __forceinline__ T parts(T re, T) { return re; }
};
template <class R> struct la_from<cuts_complex<R>> {
  static __device__ __forceinline__ cuts_complex<R> parts(R re, R im) { return cuts_make(re, im); }
};
template <class T> CUTS_INLINE T la_number(LA_REAL(T) x) { return la_from<T>::parts(x, LA_REAL(T)(0)); }
template <class T> CUTS_INLINE T la_times(T x, LA_REAL(T) s) { return la_from<T>::parts(la_re(x) * s, la_im(x) * s); }
// x, or its conjugate where sign is -1.
template <class T> CUTS_INLINE T la_conj_by(T x, LA_REAL(T) sign) { return la_from<T>::parts(la_re(x), la_im(x) * sign); }
template <class T> CUTS_INLINE bool la_is_finite(T x) { return la_size(x) - la_size(x) == 0; }
template <class R> CUTS_INLINE R la_epsilon() { return sizeof(R) == 4 ? R(0x1p-24) : R(0x1p-53); }
template <class R> CUTS_INLINE R la_tiny() { return sizeof(R) == 4 ? R(0x1p-126) : R(0x1p-1022); }

// A power of two that brings the largest element near 1 where its square would be too large or too small.
template <class R> CUTS_INLINE R la_scale_of(R largest) {
  const R step = sizeof(R) == 4 ? R(0x1p32) : R(0x1p256);
  R scale = 1;
  if (!la_is_finite(largest)) return scale;
  // Three steps are enough, and their inverse is a number too; without a loop, copies stay kernels that surely end.
  _Pragma("unroll") for (int k = 0; k < 3; k++) {
    if (largest > step) { largest /= step; scale *= step; }
    else if (largest > 0 && largest < R(1) / step) { largest *= step; scale /= step; }
  }
  return scale;
}

// y -= a x
template <class T> CUTS_INLINE void la_subtract(T* __restrict__ y, T a, const T* __restrict__ x, cuts_size n) {
  for (cuts_size j = 0; j < n; j++) y[j] = y[j] - a * x[j];
}
template <class T> CUTS_INLINE void la_swap(T* __restrict__ x, T* __restrict__ y, cuts_size n) {
  for (cuts_size j = 0; j < n; j++) { const T kept = x[j]; x[j] = y[j]; y[j] = kept; }
}

// What la_packKernel writes. */
// export const packModes = {
// all: 0,
// lower: 1,
// upper: 2,
// /** A Hermitian matrix of which the lower triangle was given. */
// fromLower: 3,
// fromUpper: 4,
// identity: 5,
// } as const;
// /**
// Copies a matrix of any strides to rows, or a part of it, or the identity; with flags, tells which have NaN or
// infinity; with the largest elements, divides by a scale (1) or multiplies with it (2).
template <class T, class R>
__global__ void la_pack(T* out, const T* in, int* flags, const R* largest, cuts_size m, cuts_size n, cuts_size ldo, cuts_size next_out,
    cuts_size row, cuts_size column, cuts_size next_in, int mode, int imaginary, int flagging, int scaling, cuts_size first, cuts_size batch) {
  const cuts_size matrix = first + blockIdx.z, i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (matrix >= batch || i >= m || j >= n) return;
  T value = la_number<T>(R(mode == 5 && i == j));
  in += matrix * next_in;
  if (mode == 0 || (mode == 1 && j <= i) || (mode == 2 && j >= i)) value = la_conj_by(in[i * row + j * column], R(imaginary));
  if (mode == 3 || mode == 4) {
    const bool mirrored = mode == 3 ? j > i : j < i;
    value = mirrored ? la_conj(in[j * row + i * column]) : in[i * row + j * column];
    if (i == j) value = la_number<T>(la_re(value));
  }
  if (flagging && (la_size(value) != la_size(value) || (mode == 0 && !la_is_finite(value)))) {
    flags[matrix] = -1;
    if (mode == 0) value = la_number<T>(0);
  }
  if (scaling) {
    const R scale = la_scale_of(largest[matrix]);
    value = la_times(value, scaling == 1 ? R(1) / scale : scale);
  }
  out[matrix * next_out + i * ldo + j] = value;
}
