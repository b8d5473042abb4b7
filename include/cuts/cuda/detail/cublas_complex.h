// cuBLAS for complex numbers: the same loops on the host as for real ones, conjugated where BLAS says so.
#pragma once
#include "cublas_level3.h"

template <class Number>
cublasStatus_t cuts_complex_gemm(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,
                                 const Number* alpha, const Number* a, int lda, const Number* b, int ldb, const Number* beta,
                                 Number* c, int ldc) {
  CUTS_BLAS_CAPTURE(false, (cuts_complex_gemm<Number>(handle, op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)),
                    CUTS_BLAS_SCALAR(alpha), CUTS_BLAS_SCALAR(beta));
  CUTS_BLAS_BEGIN(handle);
  if (m < 0 || n < 0 || k < 0 || lda < (op_a == CUBLAS_OP_N ? m : k) || ldb < (op_b == CUBLAS_OP_N ? k : n) || ldc < m)
    return CUBLAS_STATUS_INVALID_VALUE;
  const Number scale = *alpha, keep = *beta;
  for (int j = 0; j < n; ++j) {
    Number* column = c + size_t(j) * ldc;
    for (int i = 0; i < m; ++i) column[i] = keep == Number(0) ? Number(0) : keep * column[i];
    for (int p = 0; p < k; ++p) {
      const Number factor = scale * cuts_blas_element(b, op_b, p, j, ldb);
      for (int i = 0; i < m; ++i) column[i] += cuts_blas_element(a, op_a, i, p, lda) * factor;
    }
  }
  return CUBLAS_STATUS_SUCCESS;
}
template <class Number>
cublasStatus_t cuts_complex_dot(cublasHandle_t h, int n, const Number* x, int incx, const Number* y, int incy, Number* result,
                                bool conjugated) {
  CUTS_BLAS_BEGIN(h);
  cuts_complex<double> sum(0);
  cuts_blas_each(n, x, incx, y, incy, [&](const Number& a, const Number& b) {
    sum += cuts_complex<double>(conjugated ? cuts_conj(a) : a) * cuts_complex<double>(b);
  });
  *result = Number(sum);
  return CUBLAS_STATUS_SUCCESS;
}

#define N_(p) cuts_numbers(p)
#define CUTS_BLAS_TYPE(P, p, T, Real)                                                                                         \
  CUTS_BLAS_LAZY cublas##P##axpy(cublasHandle_t h, int n, const T* alpha, const T* x, int incx, T* y, int incy) {             \
    return cuts_axpy(h, n, N_(alpha), N_(x), incx, N_(y), incy);                                                              \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##copy(cublasHandle_t h, int n, const T* x, int incx, T* y, int incy) {                             \
    return cuts_copy(h, n, N_(x), incx, N_(y), incy);                                                                         \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##swap(cublasHandle_t h, int n, T* x, int incx, T* y, int incy) {                                   \
    return cuts_swap(h, n, N_(x), incx, N_(y), incy);                                                                         \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##scal(cublasHandle_t h, int n, const T* alpha, T* x, int incx) {                                   \
    return cuts_scal(h, n, N_(alpha), N_(x), incx);                                                                           \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##dotu(cublasHandle_t h, int n, const T* x, int incx, const T* y, int incy, T* result) {            \
    return cuts_complex_dot(h, n, N_(x), incx, N_(y), incy, N_(result), false);                                               \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##dotc(cublasHandle_t h, int n, const T* x, int incx, const T* y, int incy, T* result) {            \
    return cuts_complex_dot(h, n, N_(x), incx, N_(y), incy, N_(result), true);                                                \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublasI##p##amax(cublasHandle_t h, int n, const T* x, int incx, int* result) {                               \
    return cuts_extreme(h, n, N_(x), incx, result, true);                                                                     \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublasI##p##amin(cublasHandle_t h, int n, const T* x, int incx, int* result) {                               \
    return cuts_extreme(h, n, N_(x), incx, result, false);                                                                    \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##gemv(cublasHandle_t h, cublasOperation_t op, int m, int n, const T* alpha, const T* a, int lda,   \
                                 const T* x, int incx, const T* beta, T* y, int incy) {                                       \
    return cuts_gemv(h, op, m, n, N_(alpha), N_(a), lda, N_(x), incx, N_(beta), N_(y), incy);                                 \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##geru(cublasHandle_t h, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy,  \
                                 T* a, int lda) {                                                                             \
    return cuts_ger(h, m, n, N_(alpha), N_(x), incx, N_(y), incy, N_(a), lda);                                                \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##gerc(cublasHandle_t h, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy,  \
                                 T* a, int lda) {                                                                             \
    return cuts_ger(h, m, n, N_(alpha), N_(x), incx, N_(y), incy, N_(a), lda, true);                                          \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##trsv(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal,    \
                                 int n, const T* a, int lda, T* x, int incx) {                                                \
    return cuts_trsv(h, fill, op, diagonal, n, N_(a), lda, N_(x), incx);                                                      \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##geam(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n,              \
                                 const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb, T* c, int ldc) {    \
    return cuts_geam(h, op_a, op_b, m, n, N_(alpha), N_(a), lda, N_(beta), N_(b), ldb, N_(c), ldc);                           \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const T* a, int lda, const T* x,      \
                                 int incx, T* c, int ldc) {                                                                   \
    return cuts_dgmm(h, side, m, n, N_(a), lda, N_(x), incx, N_(c), ldc);                                                     \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##syrk(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, int n, int k, const T* alpha, \
                                 const T* a, int lda, const T* beta, T* c, int ldc) {                                         \
    return cuts_syrk(h, fill, op, n, k, N_(alpha), N_(a), lda, N_(a), lda, N_(beta), N_(c), ldc);                             \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##herk(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, int n, int k,                 \
                                 const Real* alpha, const T* a, int lda, const Real* beta, T* c, int ldc) {                   \
    const cuts_number_t<T> x(*alpha), y(*beta);                                                                               \
    return cuts_syrk(h, fill, op, n, k, &x, N_(a), lda, N_(a), lda, &y, N_(c), ldc, false, true);                             \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##symm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, int m, int n,                \
                                 const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {    \
    return cuts_symm(h, side, fill, m, n, N_(alpha), N_(a), lda, N_(b), ldb, N_(beta), N_(c), ldc);                           \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##hemm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, int m, int n,                \
                                 const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {    \
    return cuts_symm(h, side, fill, m, n, N_(alpha), N_(a), lda, N_(b), ldb, N_(beta), N_(c), ldc, true);                     \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,        \
                                 cublasDiagType_t diagonal, int m, int n, const T* alpha, const T* a, int lda, T* b,          \
                                 int ldb) {                                                                                   \
    return cuts_trsm(h, side, fill, op, diagonal, m, n, N_(alpha), N_(a), lda, N_(b), ldb);                                   \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##trmm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,        \
                                 cublasDiagType_t diagonal, int m, int n, const T* alpha, const T* a, int lda, const T* b,    \
                                 int ldb, T* c, int ldc) {                                                                    \
    return cuts_trmm(h, side, fill, op, diagonal, m, n, N_(alpha), N_(a), lda, N_(b), ldb, N_(c), ldc);                       \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##gemm(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,       \
                                 const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {    \
    return cuts_complex_gemm(h, op_a, op_b, m, n, k, N_(alpha), N_(a), lda, N_(b), ldb, N_(beta), N_(c), ldc);                \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##gemm3m(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,     \
                                   const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {  \
    return cublas##P##gemm(h, op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);                                      \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##gemmStridedBatched(                                                                               \
      cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k, const T* alpha, const T* a,      \
      int lda, long long a_stride, const T* b, int ldb, long long b_stride, const T* beta, T* c, int ldc,                     \
      long long c_stride, int count) {                                                                                        \
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;                                                                            \
    for (long long i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; ++i)                                                  \
      status = cublas##P##gemm(h, op_a, op_b, m, n, k, alpha, a + i * a_stride, lda, b + i * b_stride, ldb, beta,             \
                               c + i * c_stride, ldc);                                                                        \
    return status;                                                                                                            \
  }                                                                                                                           \
  CUTS_BLAS_LAZY cublas##P##gemmBatched(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n,       \
                                        int k, const T* alpha, const T* const* a, int lda, const T* const* b, int ldb,        \
                                        const T* beta, T* const* c, int ldc, int count) {                                     \
    cublasStatus_t status = cuts_blas_begin(h);                                                                               \
    for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; ++i)                                                        \
      status = cublas##P##gemm(h, op_a, op_b, m, n, k, alpha, a[i], lda, b[i], ldb, beta, c[i], ldc);                         \
    return status;                                                                                                            \
  }
CUTS_BLAS_TYPE(C, c, cuComplex, float)
CUTS_BLAS_TYPE(Z, z, cuDoubleComplex, double)
#undef CUTS_BLAS_TYPE
#undef N_
// Functions whose names tell both types.
CUTS_BLAS_LAZY cublasScnrm2(cublasHandle_t h, int n, const cuComplex* x, int incx, float* result) {
  return cuts_nrm2(h, n, cuts_numbers(x), incx, result);
}
CUTS_BLAS_LAZY cublasDznrm2(cublasHandle_t h, int n, const cuDoubleComplex* x, int incx, double* result) {
  return cuts_nrm2(h, n, cuts_numbers(x), incx, result);
}
CUTS_BLAS_LAZY cublasScasum(cublasHandle_t h, int n, const cuComplex* x, int incx, float* result) {
  return cuts_asum(h, n, cuts_numbers(x), incx, result);
}
CUTS_BLAS_LAZY cublasDzasum(cublasHandle_t h, int n, const cuDoubleComplex* x, int incx, double* result) {
  return cuts_asum(h, n, cuts_numbers(x), incx, result);
}
// Scaled by a real number: twice as many of them.
CUTS_BLAS_LAZY cublasCsscal(cublasHandle_t h, int n, const float* alpha, cuComplex* x, int incx) {
  const cuts_complex<float> scale(*alpha);
  return cuts_scal(h, n, &scale, cuts_numbers(x), incx);
}
CUTS_BLAS_LAZY cublasZdscal(cublasHandle_t h, int n, const double* alpha, cuDoubleComplex* x, int incx) {
  const cuts_complex<double> scale(*alpha);
  return cuts_scal(h, n, &scale, cuts_numbers(x), incx);
}
