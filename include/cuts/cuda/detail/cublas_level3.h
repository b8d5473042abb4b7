// The other matrix-matrix functions of cuBLAS, on the host: sums of matrices, scaling by a diagonal, rank-k updates,
// triangular systems.
#pragma once
#include "cublas_level12.h"
#include "dense_factors.h"
#include <vector>

template <class Real> Real cuts_blas_element(const Real* a, cublasOperation_t op, int i, int j, int lda) {
  if (op == CUBLAS_OP_N) return a[size_t(j) * lda + i];
  return op == CUBLAS_OP_C ? cuts_conj(a[size_t(i) * lda + j]) : a[size_t(i) * lda + j];
}
template <class Real>
cublasStatus_t cuts_geam(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n,
                         const Real* alpha, const Real* a, int lda, const Real* beta, const Real* b, int ldb, Real* c,
                         int ldc) {
  CUTS_BLAS_CAPTURE(false, (cuts_geam<Real>(handle, op_a, op_b, m, n, alpha, a, lda, beta, b, ldb, c, ldc)),
                    CUTS_BLAS_SCALAR(alpha), CUTS_BLAS_SCALAR(beta));
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
  CUTS_BLAS_CAPTURE(false, (cuts_dgmm<Real>(handle, side, m, n, a, lda, x, incx, c, ldc)));
  CUTS_BLAS_BEGIN(handle);
  x = cuts_blas_first(x, side == CUBLAS_SIDE_LEFT ? m : n, incx);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      c[size_t(j) * ldc + i] = a[size_t(j) * lda + i] * x[ptrdiff_t(side == CUBLAS_SIDE_LEFT ? i : j) * incx];
  return CUBLAS_STATUS_SUCCESS;
}
// One triangle of alpha * a * b^T + beta * c, or with b^H; `twice` adds b * a^T. syrk has b = a.
template <class Real>
cublasStatus_t cuts_syrk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k, const Real* alpha,
                         const Real* a, int lda, const Real* b, int ldb, const Real* beta, Real* c, int ldc, bool twice = false,
                         bool adjoint = false) {
  CUTS_BLAS_CAPTURE(false, (cuts_syrk<Real>(handle, fill, op, n, k, alpha, a, lda, b, ldb, beta, c, ldc, twice, adjoint)),
                    CUTS_BLAS_SCALAR(alpha), CUTS_BLAS_SCALAR(beta));
  CUTS_BLAS_BEGIN(handle);
  const Real scale = *alpha, turned = adjoint ? cuts_conj(scale) : scale, keep = *beta;
  const auto other = [adjoint](Real x) { return adjoint ? cuts_conj(x) : x; };
  for (int j = 0; j < n; ++j)
    for (int i = fill == CUBLAS_FILL_MODE_LOWER ? j : 0; i < (fill == CUBLAS_FILL_MODE_UPPER ? j + 1 : n); ++i) {
      Real sum = 0, back = 0;
      for (int p = 0; p < k; ++p) {
        sum += cuts_blas_element(a, op, i, p, lda) * other(cuts_blas_element(b, op, j, p, ldb));
        if (twice) back += cuts_blas_element(b, op, i, p, ldb) * other(cuts_blas_element(a, op, j, p, lda));
      }
      Real& element = c[size_t(j) * ldc + i];
      element = scale * sum + turned * back + (keep == Real(0) ? Real(0) : keep * element);
    }
  return CUBLAS_STATUS_SUCCESS;
}
// The product with a symmetric matrix of which one triangle is read; the other is that, conjugated if Hermitian.
template <class Real>
cublasStatus_t cuts_symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, const Real* alpha,
                         const Real* a, int lda, const Real* b, int ldb, const Real* beta, Real* c, int ldc,
                         bool hermitian = false) {
  CUTS_BLAS_CAPTURE(false, (cuts_symm<Real>(handle, side, fill, m, n, alpha, a, lda, b, ldb, beta, c, ldc, hermitian)),
                    CUTS_BLAS_SCALAR(alpha), CUTS_BLAS_SCALAR(beta));
  CUTS_BLAS_BEGIN(handle);
  const Real scale = *alpha, keep = *beta;
  const bool left = side == CUBLAS_SIDE_LEFT, upper = fill == CUBLAS_FILL_MODE_UPPER;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      Real sum = 0;
      for (int p = 0; p < (left ? m : n); ++p) {
        const int row = left ? i : p, column = left ? p : j;
        const bool stored = upper ? row <= column : row >= column;
        const Real s = stored ? a[size_t(column) * lda + row] : a[size_t(row) * lda + column];
        sum += (hermitian && !stored ? cuts_conj(s) : s) * (left ? b[size_t(j) * ldb + p] : b[size_t(p) * ldb + i]);
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
  CUTS_BLAS_CAPTURE(false, (cuts_trsm<Real>(handle, side, fill, op, diagonal, m, n, alpha, a, lda, b, ldb)),
                    CUTS_BLAS_SCALAR(alpha));
  CUTS_BLAS_BEGIN(handle);
  const Real scale = *alpha;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) b[size_t(j) * ldb + i] *= scale;
  // X * op(a) = b, transposed: op(a)^T * X^T = b^T, whose columns are the rows of b.
  const bool left = side == CUBLAS_SIDE_LEFT;
  const bool transposed = left ? op != CUBLAS_OP_N : op == CUBLAS_OP_N;
  for (int line = 0; line < (left ? n : m); ++line)
    cuts_triangular_solve(fill == CUBLAS_FILL_MODE_LOWER, transposed, op == CUBLAS_OP_C, diagonal == CUBLAS_DIAG_UNIT,
                          left ? m : n, a, lda, left ? b + size_t(line) * ldb : b + line, left ? 1 : ldb);
  return CUBLAS_STATUS_SUCCESS;
}
// c = alpha * op(a) * b or alpha * b * op(a), a triangular; c may be b.
template <class Real>
cublasStatus_t cuts_trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,
                         cublasDiagType_t diagonal, int m, int n, const Real* alpha, const Real* a, int lda, const Real* b,
                         int ldb, Real* c, int ldc) {
  CUTS_BLAS_CAPTURE(false, (cuts_trmm<Real>(handle, side, fill, op, diagonal, m, n, alpha, a, lda, b, ldb, c, ldc)),
                    CUTS_BLAS_SCALAR(alpha));
  CUTS_BLAS_BEGIN(handle);
  const Real scale = *alpha;
  const bool left = side == CUBLAS_SIDE_LEFT, lower = (fill == CUBLAS_FILL_MODE_LOWER) == (op == CUBLAS_OP_N);
  const int length = left ? m : n;
  std::vector<Real> line(length);
  for (int at = 0; at < (left ? n : m); ++at) {
    for (int i = 0; i < length; ++i) line[i] = left ? b[size_t(at) * ldb + i] : b[size_t(i) * ldb + at];
    for (int i = 0; i < length; ++i) {
      Real sum = 0;
      // Of op(a): row i if it stands on the left, else column i.
      for (int p = 0; p < length; ++p) {
        const int row = left ? i : p, column = left ? p : i;
        if (lower ? row < column : row > column) continue;
        sum += (row == column && diagonal == CUBLAS_DIAG_UNIT ? Real(1) : cuts_blas_element(a, op, row, column, lda)) * line[p];
      }
      (left ? c[size_t(at) * ldc + i] : c[size_t(i) * ldc + at]) = scale * sum;
    }
  }
  return CUBLAS_STATUS_SUCCESS;
}
