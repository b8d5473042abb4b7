// The other matrix-matrix functions of cuBLAS, on the host: sums of matrices, scaling by a diagonal, rank-k updates,
// triangular systems.
#pragma once
#include "cublas_level12.h"

template <class Real> Real cuts_blas_element(const Real* a, cublasOperation_t op, int i, int j, int lda) {
  return op == CUBLAS_OP_N ? a[size_t(j) * lda + i] : a[size_t(i) * lda + j];
}
template <class Real>
cublasStatus_t cuts_geam(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n,
                         const Real* alpha, const Real* a, int lda, const Real* beta, const Real* b, int ldb, Real* c,
                         int ldc) {
  CUTS_BLAS_BEGIN(handle);
  if (m < 0 || n < 0 || ldc < m) return CUBLAS_STATUS_INVALID_VALUE;
  const Real x = *alpha, y = *beta;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      c[size_t(j) * ldc + i] = (x == Real(0) ? Real(0) : x * cuts_blas_element(a, op_a, i, j, lda)) +
                               (y == Real(0) ? Real(0) : y * cuts_blas_element(b, op_b, i, j, ldb));
  return CUBLAS_STATUS_SUCCESS;
}
template <class Real>
cublasStatus_t cuts_dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const Real* a, int lda, const Real* x,
                         int incx, Real* c, int ldc) {
  CUTS_BLAS_BEGIN(handle);
  x = cuts_blas_first(x, side == CUBLAS_SIDE_LEFT ? m : n, incx);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      c[size_t(j) * ldc + i] = a[size_t(j) * lda + i] * x[ptrdiff_t(side == CUBLAS_SIDE_LEFT ? i : j) * incx];
  return CUBLAS_STATUS_SUCCESS;
}
template <class Real>
cublasStatus_t cuts_syrk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k, const Real* alpha,
                         const Real* a, int lda, const Real* beta, Real* c, int ldc) {
  CUTS_BLAS_BEGIN(handle);
  const Real scale = *alpha, keep = *beta;
  for (int j = 0; j < n; ++j)
    for (int i = fill == CUBLAS_FILL_MODE_LOWER ? j : 0; i < (fill == CUBLAS_FILL_MODE_UPPER ? j + 1 : n); ++i) {
      Real sum = 0;
      for (int p = 0; p < k; ++p) sum += cuts_blas_element(a, op, i, p, lda) * cuts_blas_element(a, op, j, p, lda);
      Real& element = c[size_t(j) * ldc + i];
      element = scale * sum + (keep == Real(0) ? Real(0) : keep * element);
    }
  return CUBLAS_STATUS_SUCCESS;
}
// The product with a symmetric matrix of which one triangle is read.
template <class Real>
cublasStatus_t cuts_symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, const Real* alpha,
                         const Real* a, int lda, const Real* b, int ldb, const Real* beta, Real* c, int ldc) {
  CUTS_BLAS_BEGIN(handle);
  const Real scale = *alpha, keep = *beta;
  const bool left = side == CUBLAS_SIDE_LEFT, upper = fill == CUBLAS_FILL_MODE_UPPER;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      Real sum = 0;
      for (int p = 0; p < (left ? m : n); ++p) {
        const int row = left ? i : p, column = left ? p : j;
        const Real s = (upper ? row <= column : row >= column) ? a[size_t(column) * lda + row] : a[size_t(row) * lda + column];
        sum += s * (left ? b[size_t(j) * ldb + p] : b[size_t(p) * ldb + i]);
      }
      Real& element = c[size_t(j) * ldc + i];
      element = scale * sum + (keep == Real(0) ? Real(0) : keep * element);
    }
  return CUBLAS_STATUS_SUCCESS;
}
// Solves op(a) * X = alpha * b, or X * op(a) = alpha * b, in place.
template <class Real>
cublasStatus_t cuts_trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,
                         cublasDiagType_t diagonal, int m, int n, const Real* alpha, const Real* a, int lda, Real* b, int ldb) {
  CUTS_BLAS_BEGIN(handle);
  const Real scale = *alpha;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) b[size_t(j) * ldb + i] *= scale;
  // X * op(a) = b, transposed: op(a)^T * X^T = b^T, whose columns are the rows of b.
  const bool left = side == CUBLAS_SIDE_LEFT;
  const cublasOperation_t turned = left ? op : op == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
  for (int line = 0; line < (left ? n : m); ++line)
    cuts_trsv(handle, fill, turned, diagonal, left ? m : n, a, lda, left ? b + size_t(line) * ldb : b + line, left ? 1 : ldb);
  return CUBLAS_STATUS_SUCCESS;
}
