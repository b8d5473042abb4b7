// cuSOLVER: LU, Cholesky and QR, and systems that are solved by them.
#pragma once
#include "cusolver_types.h"

template <class Number>
cusolverStatus_t cuts_getrf(cusolverDnHandle_t h, int64_t m, int64_t n, Number* a, int64_t lda, int64_t* wide, int* pivots, int* info) {
  CUTS_SOLVER_BEGIN(h, m >= 0 && n >= 0 && lda >= m);
  std::vector<int> own(size_t(m < n ? m : n));
  *info = cuts_lu(int(m), int(n), a, int(lda), wide != nullptr ? own.data() : pivots);
  for (size_t i = 0; wide != nullptr && i < own.size(); ++i) wide[i] = own[i];
  return CUSOLVER_STATUS_SUCCESS;
}
template <class Number>
cusolverStatus_t cuts_getrs(cusolverDnHandle_t h, cublasOperation_t op, int64_t n, int64_t columns, const Number* a, int64_t lda,
                            const int64_t* wide, const int* pivots, Number* b, int64_t ldb, int* info) {
  CUTS_SOLVER_BEGIN(h, n >= 0 && columns >= 0 && lda >= n && ldb >= n);
  std::vector<int> own;
  for (int64_t i = 0; wide != nullptr && i < n; ++i) own.push_back(int(wide[i]));
  for (int64_t j = 0; j < columns; ++j) cuts_lu_solve(int(op), int(n), a, int(lda), wide != nullptr ? own.data() : pivots, b + j * ldb);
  *info = 0;
  return CUSOLVER_STATUS_SUCCESS;
}
template <class Number>
cusolverStatus_t cuts_potrf(cusolverDnHandle_t h, cublasFillMode_t fill, int64_t n, Number* a, int64_t lda, int* info) {
  CUTS_SOLVER_BEGIN(h, n >= 0 && lda >= n);
  *info = cuts_cholesky(fill == CUBLAS_FILL_MODE_LOWER, int(n), a, int(lda));
  return CUSOLVER_STATUS_SUCCESS;
}
template <class Number>
cusolverStatus_t cuts_potrs(cusolverDnHandle_t h, cublasFillMode_t fill, int64_t n, int64_t columns, const Number* a, int64_t lda, Number* b,
                            int64_t ldb, int* info) {
  CUTS_SOLVER_BEGIN(h, n >= 0 && columns >= 0 && lda >= n && ldb >= n);
  for (int64_t j = 0; j < columns; ++j) cuts_cholesky_solve(fill == CUBLAS_FILL_MODE_LOWER, int(n), a, int(lda), b + j * ldb);
  *info = 0;
  return CUSOLVER_STATUS_SUCCESS;
}
// The inverse, of which the same triangle is written.
template <class Number> cusolverStatus_t cuts_potri(cusolverDnHandle_t h, cublasFillMode_t fill, int n, Number* a, int lda, int* info) {
  CUTS_SOLVER_BEGIN(h, n >= 0 && lda >= n);
  const bool lower = fill == CUBLAS_FILL_MODE_LOWER;
  std::vector<Number> inverse(size_t(n) * n, Number(0));
  for (int j = 0; j < n; ++j) {
    inverse[size_t(j) * n + j] = Number(1);
    cuts_cholesky_solve(lower, n, a, lda, inverse.data() + size_t(j) * n);
  }
  for (int j = 0; j < n; ++j)
    for (int i = lower ? j : 0; i < (lower ? n : j + 1); ++i) a[size_t(j) * lda + i] = inverse[size_t(j) * n + i];
  *info = 0;
  return CUSOLVER_STATUS_SUCCESS;
}
template <class Number>
cusolverStatus_t cuts_geqrf(cusolverDnHandle_t h, int64_t m, int64_t n, Number* a, int64_t lda, Number* tau, int* info) {
  CUTS_SOLVER_BEGIN(h, m >= 0 && n >= 0 && lda >= m);
  cuts_qr(int(m), int(n), a, int(lda), tau);
  *info = 0;
  return CUSOLVER_STATUS_SUCCESS;
}
template <class Number>
cusolverStatus_t cuts_ormqr(cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t op, int m, int n, int k, const Number* a, int lda,
                            const Number* tau, Number* c, int ldc, int* info) {
  CUTS_SOLVER_BEGIN(h, m >= 0 && n >= 0 && k >= 0 && ldc >= m);
  cuts_qr_apply(side == CUBLAS_SIDE_LEFT, op != CUBLAS_OP_N, m, n, k, a, lda, tau, c, ldc);
  *info = 0;
  return CUSOLVER_STATUS_SUCCESS;
}
template <class Number>
cusolverStatus_t cuts_orgqr(cusolverDnHandle_t h, int m, int n, int k, Number* a, int lda, const Number* tau, int* info) {
  CUTS_SOLVER_BEGIN(h, m >= n && n >= k && k >= 0 && lda >= m);
  cuts_qr_form(m, n, k, a, lda, tau);
  *info = 0;
  return CUSOLVER_STATUS_SUCCESS;
}

// `mqr` is ormqr for real numbers, unmqr for complex ones; `gqr` likewise.
#define CUTS_SOLVER_TYPE(P, T, mqr, gqr)                                                                                            \
  CUTS_SOLVER cusolverDn##P##getrf_bufferSize(cusolverDnHandle_t, int, int, T*, int, int* size) { return cuts_solver_workspace(size); } \
  CUTS_SOLVER_LAZY cusolverDn##P##getrf(cusolverDnHandle_t h, int m, int n, T* a, int lda, T*, int* pivots, int* info) {        \
    return cuts_getrf(h, m, n, cuts_numbers(a), lda, nullptr, pivots, info);                                                   \
  }                                                                                                                            \
  CUTS_SOLVER_LAZY cusolverDn##P##getrs(cusolverDnHandle_t h, cublasOperation_t op, int n, int columns, const T* a, int lda,    \
                                        const int* pivots, T* b, int ldb, int* info) {                                         \
    return cuts_getrs(h, op, n, columns, cuts_numbers(a), lda, nullptr, pivots, cuts_numbers(b), ldb, info);                   \
  }                                                                                                                            \
  CUTS_SOLVER cusolverDn##P##potrf_bufferSize(cusolverDnHandle_t, cublasFillMode_t, int, T*, int, int* size) {                 \
    return cuts_solver_workspace(size);                                                                                        \
  }                                                                                                                            \
  CUTS_SOLVER_LAZY cusolverDn##P##potrf(cusolverDnHandle_t h, cublasFillMode_t fill, int n, T* a, int lda, T*, int, int* info) {   \
    return cuts_potrf(h, fill, n, cuts_numbers(a), lda, info);                                                                 \
  }                                                                                                                            \
  CUTS_SOLVER_LAZY cusolverDn##P##potrs(cusolverDnHandle_t h, cublasFillMode_t fill, int n, int columns, const T* a, int lda,  \
                                        T* b, int ldb, int* info) {                                                            \
    return cuts_potrs(h, fill, n, columns, cuts_numbers(a), lda, cuts_numbers(b), ldb, info);                                  \
  }                                                                                                                            \
  CUTS_SOLVER_LAZY cusolverDn##P##potrfBatched(cusolverDnHandle_t h, cublasFillMode_t fill, int n, T** a, int lda, int* info,  \
                                               int count) {                                                                    \
    CUTS_SOLVER_BEGIN(h, n >= 0 && lda >= n && count >= 0);                                                                    \
    for (int i = 0; i < count; ++i) cuts_potrf(h, fill, n, cuts_numbers(a[i]), lda, info + i);                                 \
    return CUSOLVER_STATUS_SUCCESS;                                                                                            \
  }                                                                                                                            \
  CUTS_SOLVER_LAZY cusolverDn##P##potrsBatched(cusolverDnHandle_t h, cublasFillMode_t fill, int n, int columns, T** a, int lda, \
                                               T** b, int ldb, int* info, int count) {                                         \
    CUTS_SOLVER_BEGIN(h, n >= 0 && lda >= n && count >= 0);                                                                    \
    for (int i = 0; i < count; ++i) cuts_potrs(h, fill, n, columns, cuts_numbers(a[i]), lda, cuts_numbers(b[i]), ldb, info);   \
    return CUSOLVER_STATUS_SUCCESS;                                                                                            \
  }                                                                                                                            \
  CUTS_SOLVER cusolverDn##P##potri_bufferSize(cusolverDnHandle_t, cublasFillMode_t, int, T*, int, int* size) {                 \
    return cuts_solver_workspace(size);                                                                                        \
  }                                                                                                                            \
  CUTS_SOLVER_LAZY cusolverDn##P##potri(cusolverDnHandle_t h, cublasFillMode_t fill, int n, T* a, int lda, T*, int, int* info) {   \
    return cuts_potri(h, fill, n, cuts_numbers(a), lda, info);                                                                 \
  }                                                                                                                            \
  CUTS_SOLVER cusolverDn##P##geqrf_bufferSize(cusolverDnHandle_t, int, int, T*, int, int* size) { return cuts_solver_workspace(size); } \
  CUTS_SOLVER_LAZY cusolverDn##P##geqrf(cusolverDnHandle_t h, int m, int n, T* a, int lda, T* tau, T*, int, int* info) {        \
    return cuts_geqrf(h, m, n, cuts_numbers(a), lda, cuts_numbers(tau), info);                                                 \
  }                                                                                                                            \
  CUTS_SOLVER cusolverDn##P##mqr##_bufferSize(cusolverDnHandle_t, cublasSideMode_t, cublasOperation_t, int, int, int,       \
                                                 const T*, int, const T*, const T*, int, int* size) {                          \
    return cuts_solver_workspace(size);                                                                                        \
  }                                                                                                                            \
  CUTS_SOLVER_LAZY cusolverDn##P##mqr(cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t op, int m, int n,    \
                                           int k, const T* a, int lda, const T* tau, T* c, int ldc, T*, int, int* info) {      \
    return cuts_ormqr(h, side, op, m, n, k, cuts_numbers(a), lda, cuts_numbers(tau), cuts_numbers(c), ldc, info);              \
  }                                                                                                                            \
  CUTS_SOLVER cusolverDn##P##gqr##_bufferSize(cusolverDnHandle_t, int, int, int, const T*, int, const T*, int* size) {       \
    return cuts_solver_workspace(size);                                                                                        \
  }                                                                                                                            \
  CUTS_SOLVER_LAZY cusolverDn##P##gqr(cusolverDnHandle_t h, int m, int n, int k, T* a, int lda, const T* tau, T*, int,    \
                                           int* info) {                                                                        \
    return cuts_orgqr(h, m, n, k, cuts_numbers(a), lda, cuts_numbers(tau), info);                                              \
  }
CUTS_SOLVER_TYPE(S, float, ormqr, orgqr)
CUTS_SOLVER_TYPE(D, double, ormqr, orgqr)
CUTS_SOLVER_TYPE(C, cuComplex, unmqr, ungqr)
CUTS_SOLVER_TYPE(Z, cuDoubleComplex, unmqr, ungqr)
#undef CUTS_SOLVER_TYPE
