// Products of blocks: C += sign A B for tiles of C. A may lie in any order and be conjugated; rows of B and C lie side by side.
#pragma once
#include "matrix.cuh"

// A thread's part of a product has this many rows and columns, as in matrix-blocks.ts.
#define LA_TILE 64
#define LA_DEPTH 128
// What stays in registers: eight 16-byte vectors of sums.
template <class T> struct la_panel { static const int rows = 4, columns = sizeof(T) == 4 ? 8 : 4; };
template <class R> struct la_panel<cuts_complex<R>> { static const int rows = 2, columns = sizeof(R) == 4 ? 8 : 4; };

template <class T, int M, int N> CUTS_INLINE void la_add_product(T* c, cuts_size ldc, const T* a, cuts_size row, cuts_size column,
    const T* b, cuts_size ldb, cuts_size depth, LA_REAL(T) sign, LA_REAL(T) imaginary) {
  T sum[M][N];
  _Pragma("unroll") for (int i = 0; i < M; i++)
    _Pragma("unroll") for (int j = 0; j < N; j++) sum[i][j] = la_number<T>(0);
  for (cuts_size k = 0; k < depth; k++) {
    _Pragma("unroll") for (int i = 0; i < M; i++) {
      const T factor = la_conj_by(a[i * row + k * column], imaginary);
      _Pragma("unroll") for (int j = 0; j < N; j++) sum[i][j] = sum[i][j] + factor * b[k * ldb + j];
    }
  }
  _Pragma("unroll") for (int i = 0; i < M; i++)
    _Pragma("unroll") for (int j = 0; j < N; j++) c[i * ldc + j] = c[i * ldc + j] + la_times(sum[i][j], sign);
}
template <class T> CUTS_INLINE void la_product_tile(T* c, cuts_size ldc, const T* a, cuts_size row, cuts_size column, const T* b, cuts_size ldb,
    cuts_size m, cuts_size n, cuts_size depth, LA_REAL(T) sign, LA_REAL(T) imaginary) {
  const int M = la_panel<T>::rows, N = la_panel<T>::columns;
  for (cuts_size begin = 0; begin < depth; begin += LA_DEPTH, a += LA_DEPTH * column, b += LA_DEPTH * ldb) {
    const cuts_size part = depth - begin < LA_DEPTH ? depth - begin : LA_DEPTH;
    cuts_size i = 0;
    for (; i + M <= m; i += M) {
      cuts_size j = 0;
      for (; j + N <= n; j += N) la_add_product<T, M, N>(c + i * ldc + j, ldc, a + i * row, row, column, b + j, ldb, part, sign, imaginary);
      for (; j < n; j++) la_add_product<T, M, 1>(c + i * ldc + j, ldc, a + i * row, row, column, b + j, ldb, part, sign, imaginary);
    }
    for (; i < m; i++)
      for (cuts_size k = 0; k < part; k++)
        la_subtract(c + i * ldc, la_times(la_conj_by(a[i * row + k * column], imaginary), -sign), b + k * ldb, n);
  }
}

// The product of blocks: C (m x n) = keep C + sign A B, the depth of A B being k. `upper` leaves out tiles below the
// diagonal. Distances between matrices of a batch come last.
template <class T, class R>
__global__ void la_product(T* c, const T* a, const T* b,
    cuts_size m, cuts_size n, cuts_size k, cuts_size ldc, cuts_size row, cuts_size column, cuts_size ldb, cuts_size next_c, cuts_size next_a, cuts_size next_b,
    int sign, int keep, int imaginary, int upper, cuts_size first, cuts_size batch) {
  LA_MATRIX;
  const cuts_size i = blockIdx.y * LA_TILE, j = blockIdx.x * LA_TILE;
  if (upper && i >= j + LA_TILE) return;
  const cuts_size rows = m - i < LA_TILE ? m - i : LA_TILE, columns = n - j < LA_TILE ? n - j : LA_TILE;
  c += matrix * next_c + i * ldc + j;
  if (!keep) for (cuts_size r = 0; r < rows; r++) for (cuts_size s = 0; s < columns; s++) c[r * ldc + s] = la_number<T>(0);
  la_product_tile<T>(c, ldc, a + matrix * next_a + i * row, row, column, b + matrix * next_b + j, ldb, rows, columns, k, R(sign), R(imaginary));
}
