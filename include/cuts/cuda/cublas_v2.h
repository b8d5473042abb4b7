// cuBLAS: the functions that programs use most, column-major, with cuBLAS's argument checks. gemm of real numbers runs as a
// kernel; the others are loops on the host, complete when they return. Host and device pointer mode are the same here.
// Not here: packed and banded matrices.
#pragma once
// By these sources ask whether the headers are there.
#define CUBLAS_V2_H_
#define CUBLAS_API_H_
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <library_types.h>
#include <stdio.h>
#include <string.h>
#include "detail/cublas_types.h"
#include "detail/cublas_gemm.h"
#include "detail/cublas_level3.h"

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 1
#define CUBLAS_VERSION 130100

// A template that nothing is deduced for costs nothing until it is called, which matters for the kernel of gemm.
#define CUTS_BLAS_LAZY template <class _Unused = void> cublasStatus_t

#define CUTS_BLAS_TYPE(P, p, Real)                                                                                         \
  CUTS_BLAS_LAZY cublas##P##axpy(cublasHandle_t h, int n, const Real* alpha, const Real* x, int incx, Real* y, int incy) {      \
    return cuts_axpy(h, n, alpha, x, incx, y, incy);                                                                       \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##copy(cublasHandle_t h, int n, const Real* x, int incx, Real* y, int incy) {                         \
    return cuts_copy(h, n, x, incx, y, incy);                                                                              \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##swap(cublasHandle_t h, int n, Real* x, int incx, Real* y, int incy) {                               \
    return cuts_swap(h, n, x, incx, y, incy);                                                                              \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##rot(cublasHandle_t h, int n, Real* x, int incx, Real* y, int incy, const Real* c, const Real* s) {  \
    return cuts_rot(h, n, x, incx, y, incy, c, s);                                                                         \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##scal(cublasHandle_t h, int n, const Real* alpha, Real* x, int incx) {                               \
    return cuts_scal(h, n, alpha, x, incx);                                                                                \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##dot(cublasHandle_t h, int n, const Real* x, int incx, const Real* y, int incy, Real* result) {      \
    return cuts_dot(h, n, x, incx, y, incy, result);                                                                       \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##nrm2(cublasHandle_t h, int n, const Real* x, int incx, Real* result) {                              \
    return cuts_nrm2(h, n, x, incx, result);                                                                               \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##asum(cublasHandle_t h, int n, const Real* x, int incx, Real* result) {                              \
    return cuts_asum(h, n, x, incx, result);                                                                               \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublasI##p##amax(cublasHandle_t h, int n, const Real* x, int incx, int* result) {                              \
    return cuts_extreme(h, n, x, incx, result, true);                                                                      \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublasI##p##amin(cublasHandle_t h, int n, const Real* x, int incx, int* result) {                              \
    return cuts_extreme(h, n, x, incx, result, false);                                                                     \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##gemv(cublasHandle_t h, cublasOperation_t op, int m, int n, const Real* alpha, const Real* a,        \
                            int lda, const Real* x, int incx, const Real* beta, Real* y, int incy) {                       \
    return cuts_gemv(h, op, m, n, alpha, a, lda, x, incx, beta, y, incy);                                                  \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##ger(cublasHandle_t h, int m, int n, const Real* alpha, const Real* x, int incx, const Real* y,      \
                           int incy, Real* a, int lda) {                                                                   \
    return cuts_ger(h, m, n, alpha, x, incx, y, incy, a, lda);                                                             \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##symv(cublasHandle_t h, cublasFillMode_t fill, int n, const Real* alpha, const Real* a, int lda,     \
                            const Real* x, int incx, const Real* beta, Real* y, int incy) {                                \
    return cuts_symv(h, fill, n, alpha, a, lda, x, incx, beta, y, incy);                                                   \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##trsv(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal,      \
                            int n, const Real* a, int lda, Real* x, int incx) {                                            \
    return cuts_trsv(h, fill, op, diagonal, n, a, lda, x, incx);                                                           \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##geam(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n,                \
                            const Real* alpha, const Real* a, int lda, const Real* beta, const Real* b, int ldb, Real* c,  \
                            int ldc) {                                                                                     \
    return cuts_geam(h, op_a, op_b, m, n, alpha, a, lda, beta, b, ldb, c, ldc);                                            \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const Real* a, int lda, const Real* x,  \
                            int incx, Real* c, int ldc) {                                                                  \
    return cuts_dgmm(h, side, m, n, a, lda, x, incx, c, ldc);                                                              \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##syrk(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, int n, int k,                   \
                            const Real* alpha, const Real* a, int lda, const Real* beta, Real* c, int ldc) {               \
    return cuts_syrk(h, fill, op, n, k, alpha, a, lda, a, lda, beta, c, ldc);                                              \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##symm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, int m, int n,                  \
                            const Real* alpha, const Real* a, int lda, const Real* b, int ldb, const Real* beta, Real* c,  \
                            int ldc) {                                                                                     \
    return cuts_symm(h, side, fill, m, n, alpha, a, lda, b, ldb, beta, c, ldc);                                            \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,          \
                            cublasDiagType_t diagonal, int m, int n, const Real* alpha, const Real* a, int lda, Real* b,   \
                            int ldb) {                                                                                     \
    return cuts_trsm(h, side, fill, op, diagonal, m, n, alpha, a, lda, b, ldb);                                            \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##gemm(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,    \
                                 const Real* alpha, const Real* a, int lda, const Real* b, int ldb, const Real* beta,      \
                                 Real* c, int ldc) {                                                                       \
    return cuts_gemm(#P "GEMM", h, op_a, op_b, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, ldc, 0, 1);                  \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##gemmStridedBatched(                                                                            \
      cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k, const Real* alpha,            \
      const Real* a, int lda, long long a_stride, const Real* b, int ldb, long long b_stride, const Real* beta, Real* c,   \
      int ldc, long long c_stride, int count) {                                                                            \
    return cuts_gemm(#P "GEMM", h, op_a, op_b, m, n, k, alpha, a, lda, a_stride, b, ldb, b_stride, beta, c, ldc, c_stride, \
                     count);                                                                                               \
  }                                                                                                                        \
  CUTS_BLAS_LAZY cublas##P##gemmBatched(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n,    \
                                        int k, const Real* alpha, const Real* const* a, int lda, const Real* const* b,     \
                                        int ldb, const Real* beta, Real* const* c, int ldc, int count) {                   \
    return cuts_gemm<Real, Real, Real>(#P "GEMM", h, op_a, op_b, m, n, k, alpha, nullptr, lda, 0, nullptr, ldb, 0, beta,   \
                                       nullptr, ldc, 0, count, a, b, c);                                                   \
  }
CUTS_BLAS_TYPE(S, s, float)
CUTS_BLAS_TYPE(D, d, double)
#undef CUTS_BLAS_TYPE

// Sums are kept in float; the result is rounded to half.
CUTS_BLAS_LAZY cublasHgemm(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,
                           const __half* alpha, const __half* a, int lda, const __half* b, int ldb, const __half* beta,
                           __half* c, int ldc) {
  return cuts_gemm("HGEMM", h, op_a, op_b, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, ldc, 0, 1);
}
CUTS_BLAS_LAZY cublasGemmStridedBatchedEx(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n,
                                          int k, const void* alpha, const void* a, cudaDataType_t a_type, int lda,
                                          long long a_stride, const void* b, cudaDataType_t b_type, int ldb,
                                          long long b_stride, const void* beta, void* c, cudaDataType_t c_type, int ldc,
                                          long long c_stride, int count, cublasComputeType_t compute, cublasGemmAlgo_t) {
  if (a_type != b_type) return CUBLAS_STATUS_NOT_SUPPORTED;
#define CUTS_GEMM_EX(in_type, In, out_type, Out, Real)                                                                   \
  if (a_type == in_type && c_type == out_type)                                                                           \
    return cuts_gemm("GEMM_EX", h, op_a, op_b, m, n, k, static_cast<const Real*>(alpha), static_cast<const In*>(a), lda, \
                     a_stride, static_cast<const In*>(b), ldb, b_stride, static_cast<const Real*>(beta),                 \
                     static_cast<Out*>(c), ldc, c_stride, count);
  if (compute == CUBLAS_COMPUTE_32I || compute == CUBLAS_COMPUTE_32I_PEDANTIC) {
    CUTS_GEMM_EX(CUDA_R_8I, signed char, CUDA_R_32I, int, int)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  }
  CUTS_GEMM_EX(CUDA_R_64F, double, CUDA_R_64F, double, double)
  if (compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC) {
    if (a_type != CUDA_R_16F || c_type != CUDA_R_16F) return CUBLAS_STATUS_NOT_SUPPORTED;
    // Sums are kept in float, as in cublasHgemm.
    return cuts_gemm("GEMM_EX", h, op_a, op_b, m, n, k, static_cast<const __half*>(alpha), static_cast<const __half*>(a), lda,
                     a_stride, static_cast<const __half*>(b), ldb, b_stride, static_cast<const __half*>(beta),
                     static_cast<__half*>(c), ldc, c_stride, count);
  }
  CUTS_GEMM_EX(CUDA_R_8I, signed char, CUDA_R_32F, float, float)
  CUTS_GEMM_EX(CUDA_R_32F, float, CUDA_R_32F, float, float)
  CUTS_GEMM_EX(CUDA_R_16F, __half, CUDA_R_16F, __half, float)
  CUTS_GEMM_EX(CUDA_R_16F, __half, CUDA_R_32F, float, float)
  CUTS_GEMM_EX(CUDA_R_16BF, __nv_bfloat16, CUDA_R_16BF, __nv_bfloat16, float)
  CUTS_GEMM_EX(CUDA_R_16BF, __nv_bfloat16, CUDA_R_32F, float, float)
#undef CUTS_GEMM_EX
  return CUBLAS_STATUS_NOT_SUPPORTED;
}
CUTS_BLAS_LAZY cublasGemmEx(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,
                            const void* alpha, const void* a, cudaDataType_t a_type, int lda, const void* b,
                            cudaDataType_t b_type, int ldb, const void* beta, void* c, cudaDataType_t c_type, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algo) {
  return cublasGemmStridedBatchedEx(h, op_a, op_b, m, n, k, alpha, a, a_type, lda, 0, b, b_type, ldb, 0, beta, c, c_type,
                                    ldc, 0, 1, compute, algo);
}

#include "detail/cublas_more.h"
#include "detail/cublas_batched.h"
#include "detail/cublas_complex.h"
#include "detail/cublas_missing.h"

// Copies between host and device; both are memory of the program.
CUTS_BLAS cublasSetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb) {
  if (rows < 0 || columns < 0 || size <= 0 || lda < rows || ldb < rows) return CUBLAS_STATUS_INVALID_VALUE;
  return cudaMemcpy2D(b, size_t(ldb) * size, a, size_t(lda) * size, size_t(rows) * size, columns, cudaMemcpyDefault) ==
                 cudaSuccess
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_MAPPING_ERROR;
}
CUTS_BLAS cublasGetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb) {
  return cublasSetMatrix(rows, columns, size, a, lda, b, ldb);
}
CUTS_BLAS cublasSetVector(int n, int size, const void* x, int incx, void* y, int incy) {
  if (incx <= 0 || incy <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  return cublasSetMatrix(1, n, size, x, incx, y, incy);
}
CUTS_BLAS cublasGetVector(int n, int size, const void* x, int incx, void* y, int incy) {
  return cublasSetVector(n, size, x, incx, y, incy);
}
CUTS_BLAS cublasSetMatrixAsync(int rows, int columns, int size, const void* a, int lda, void* b, int ldb, cudaStream_t stream) {
  if (rows < 0 || columns < 0 || size <= 0 || lda < rows || ldb < rows) return CUBLAS_STATUS_INVALID_VALUE;
  return cudaMemcpy2DAsync(b, size_t(ldb) * size, a, size_t(lda) * size, size_t(rows) * size, columns, cudaMemcpyDefault,
                           stream) == cudaSuccess
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_MAPPING_ERROR;
}
CUTS_BLAS cublasGetMatrixAsync(int rows, int columns, int size, const void* a, int lda, void* b, int ldb, cudaStream_t stream) {
  return cublasSetMatrixAsync(rows, columns, size, a, lda, b, ldb, stream);
}
CUTS_BLAS cublasSetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, cudaStream_t stream) {
  if (incx <= 0 || incy <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  return cublasSetMatrixAsync(1, n, size, x, incx, y, incy, stream);
}
CUTS_BLAS cublasGetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, cudaStream_t stream) {
  return cublasSetVectorAsync(n, size, x, incx, y, incy, stream);
}

#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasSetStream_v2 cublasSetStream
#define cublasSgemm_v2 cublasSgemm
#define cublasDgemm_v2 cublasDgemm
#define cublasSgemv_v2 cublasSgemv
#define cublasSaxpy_v2 cublasSaxpy
#define cublasSdot_v2 cublasSdot
