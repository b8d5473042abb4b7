// cuBLAS's solvers of many small systems: LU, inverse, QR, least squares and triangular systems, one matrix after the other.
// Factors and pivots are LAPACK's; the lists of pointers are read when the work of the stream is done.
#pragma once
#include "cublas_level3.h"

template <class Number>
cublasStatus_t cuts_getrf_batched(cublasHandle_t h, int n, Number* const* a, int lda, int* pivots, int* info, int count) {
  CUTS_BLAS_BEGIN(h);
  if (n < 0 || count < 0 || lda < (n > 1 ? n : 1)) return CUBLAS_STATUS_INVALID_VALUE;
  for (int i = 0; i < count; ++i) info[i] = cuts_lu(n, n, a[i], lda, pivots == nullptr ? nullptr : pivots + size_t(i) * n);
  return CUBLAS_STATUS_SUCCESS;
}
template <class Number>
cublasStatus_t cuts_getri_batched(cublasHandle_t h, int n, const Number* const* a, int lda, const int* pivots,
                                  Number* const* c, int ldc, int* info, int count) {
  CUTS_BLAS_BEGIN(h);
  if (n < 0 || count < 0 || lda < n || ldc < n) return CUBLAS_STATUS_INVALID_VALUE;
  for (int i = 0; i < count; ++i) {
    info[i] = 0;
    for (int k = 0; k < n && info[i] == 0; ++k)
      if (a[i][size_t(k) * lda + k] == Number(0)) info[i] = k + 1;
    if (info[i] == 0) cuts_lu_inverse(n, a[i], lda, pivots == nullptr ? nullptr : pivots + size_t(i) * n, c[i], ldc);
  }
  return CUBLAS_STATUS_SUCCESS;
}
// `info` is the host's: the number of the argument that is refused, negative.
template <class Number>
cublasStatus_t cuts_getrs_batched(cublasHandle_t h, cublasOperation_t op, int n, int columns, const Number* const* a, int lda,
                                  const int* pivots, Number* const* b, int ldb, int* info, int count) {
  CUTS_BLAS_BEGIN(h);
  *info = unsigned(op) > CUBLAS_OP_C ? -1 : n < 0 ? -2 : columns < 0 ? -3 : lda < n ? -5 : ldb < n ? -8 : count < 0 ? -10 : 0;
  if (*info != 0) return CUBLAS_STATUS_INVALID_VALUE;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < columns; ++j)
      cuts_lu_solve(int(op), n, a[i], lda, pivots == nullptr ? nullptr : pivots + size_t(i) * n, b[i] + size_t(j) * ldb);
  return CUBLAS_STATUS_SUCCESS;
}
template <class Number>
cublasStatus_t cuts_matinv_batched(cublasHandle_t h, int n, const Number* const* a, int lda, Number* const* c, int ldc,
                                   int* info, int count) {
  CUTS_BLAS_BEGIN(h);
  if (n < 0 || n > 32 || count < 0 || lda < n || ldc < n) return CUBLAS_STATUS_INVALID_VALUE;
  std::vector<Number> factors(size_t(n) * n);
  std::vector<int> pivots(n);
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) factors[size_t(j) * n + k] = a[i][size_t(j) * lda + k];
    info[i] = cuts_lu(n, n, factors.data(), n, pivots.data());
    if (info[i] == 0) cuts_lu_inverse(n, factors.data(), n, pivots.data(), c[i], ldc);
  }
  return CUBLAS_STATUS_SUCCESS;
}
template <class Number>
cublasStatus_t cuts_geqrf_batched(cublasHandle_t h, int m, int n, Number* const* a, int lda, Number* const* tau, int* info,
                                  int count) {
  CUTS_BLAS_BEGIN(h);
  *info = m < 0 ? -1 : n < 0 ? -2 : lda < m ? -4 : count < 0 ? -7 : 0;
  if (*info != 0) return CUBLAS_STATUS_INVALID_VALUE;
  for (int i = 0; i < count; ++i) cuts_qr(m, n, a[i], lda, tau[i]);
  return CUBLAS_STATUS_SUCCESS;
}
// Least squares with more rows than columns, as cuBLAS has it (not transposed): the solution replaces the right sides.
template <class Number>
cublasStatus_t cuts_gels_batched(cublasHandle_t h, cublasOperation_t op, int m, int n, int columns, Number* const* a, int lda,
                                 Number* const* c, int ldc, int* info, int* each, int count) {
  CUTS_BLAS_BEGIN(h);
  if (op != CUBLAS_OP_N || m < n) return CUBLAS_STATUS_NOT_SUPPORTED;
  *info = n < 0 ? -3 : columns < 0 ? -4 : lda < m ? -6 : ldc < m ? -8 : count < 0 ? -11 : 0;
  if (*info != 0) return CUBLAS_STATUS_INVALID_VALUE;
  std::vector<Number> tau(n);
  for (int i = 0; i < count; ++i) {
    cuts_qr(m, n, a[i], lda, tau.data());
    int zero = 0;
    for (int k = 0; k < n && zero == 0; ++k)
      if (a[i][size_t(k) * lda + k] == Number(0)) zero = k + 1;
    if (each != nullptr) each[i] = zero;
    if (zero != 0) continue;
    cuts_qr_apply(true, true, m, columns, n, a[i], lda, tau.data(), c[i], ldc);
    for (int j = 0; j < columns; ++j)
      cuts_triangular_solve(false, false, false, false, n, a[i], lda, c[i] + size_t(j) * ldc, 1);
  }
  return CUBLAS_STATUS_SUCCESS;
}
template <class Number>
cublasStatus_t cuts_trsm_batched(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,
                                 cublasDiagType_t diagonal, int m, int n, const Number* alpha, const Number* const* a, int lda,
                                 Number* const* b, int ldb, int count) {
  CUTS_BLAS_BEGIN(h);
  for (int i = 0; i < count; ++i)
    if (cublasStatus_t status = cuts_trsm(h, side, fill, op, diagonal, m, n, alpha, a[i], lda, b[i], ldb);
        status != CUBLAS_STATUS_SUCCESS)
      return status;
  return CUBLAS_STATUS_SUCCESS;
}

#define CUTS_BLAS_TYPE(P, T)                                                                                                 \
  CUTS_BLAS_LAZY cublas##P##getrfBatched(cublasHandle_t h, int n, T* const* a, int lda, int* pivots, int* info, int count) { \
    return cuts_getrf_batched(h, n, cuts_numbers(a), lda, pivots, info, count);                                              \
  }                                                                                                                          \
  CUTS_BLAS_LAZY cublas##P##getriBatched(cublasHandle_t h, int n, const T* const* a, int lda, const int* pivots,             \
                                         T* const* c, int ldc, int* info, int count) {                                       \
    return cuts_getri_batched(h, n, cuts_numbers(a), lda, pivots, cuts_numbers(c), ldc, info, count);                        \
  }                                                                                                                          \
  CUTS_BLAS_LAZY cublas##P##getrsBatched(cublasHandle_t h, cublasOperation_t op, int n, int columns, const T* const* a,      \
                                         int lda, const int* pivots, T* const* b, int ldb, int* info, int count) {           \
    return cuts_getrs_batched(h, op, n, columns, cuts_numbers(a), lda, pivots, cuts_numbers(b), ldb, info, count);           \
  }                                                                                                                          \
  CUTS_BLAS_LAZY cublas##P##matinvBatched(cublasHandle_t h, int n, const T* const* a, int lda, T* const* c, int ldc,         \
                                          int* info, int count) {                                                            \
    return cuts_matinv_batched(h, n, cuts_numbers(a), lda, cuts_numbers(c), ldc, info, count);                               \
  }                                                                                                                          \
  CUTS_BLAS_LAZY cublas##P##geqrfBatched(cublasHandle_t h, int m, int n, T* const* a, int lda, T* const* tau, int* info,     \
                                         int count) {                                                                        \
    return cuts_geqrf_batched(h, m, n, cuts_numbers(a), lda, cuts_numbers(tau), info, count);                                \
  }                                                                                                                          \
  CUTS_BLAS_LAZY cublas##P##gelsBatched(cublasHandle_t h, cublasOperation_t op, int m, int n, int columns, T* const* a,      \
                                        int lda, T* const* c, int ldc, int* info, int* each, int count) {                    \
    return cuts_gels_batched(h, op, m, n, columns, cuts_numbers(a), lda, cuts_numbers(c), ldc, info, each, count);           \
  }                                                                                                                          \
  CUTS_BLAS_LAZY cublas##P##trsmBatched(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill,                      \
                                        cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const T* alpha,       \
                                        const T* const* a, int lda, T* const* b, int ldb, int count) {                       \
    return cuts_trsm_batched(h, side, fill, op, diagonal, m, n, cuts_numbers(alpha), cuts_numbers(a), lda, cuts_numbers(b),  \
                             ldb, count);                                                                                    \
  }
CUTS_BLAS_TYPE(S, float)
CUTS_BLAS_TYPE(D, double)
CUTS_BLAS_TYPE(C, cuComplex)
CUTS_BLAS_TYPE(Z, cuDoubleComplex)
#undef CUTS_BLAS_TYPE
