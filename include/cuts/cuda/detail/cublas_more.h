// cuBLAS in float, double and half, what programs use less often: rank-2 updates, triangular products, many products of
// matrices and vectors at once, and the functions that take the types of their arguments as values.
#pragma once
#include "cublas_level3.h"

typedef cudaDataType cublasDataType_t;

#define CUTS_BLAS_TYPE(P, Real)                                                                                           \
  CUTS_BLAS_LAZY cublas##P##syr(cublasHandle_t h, cublasFillMode_t fill, int n, const Real* alpha, const Real* x, int incx,    \
                           Real* a, int lda) {                                                                            \
    return cuts_syr(h, fill, n, alpha, x, incx, x, incx, a, lda, false);                                                  \
  }                                                                                                                       \
  CUTS_BLAS_LAZY cublas##P##syr2(cublasHandle_t h, cublasFillMode_t fill, int n, const Real* alpha, const Real* x, int incx,   \
                            const Real* y, int incy, Real* a, int lda) {                                                  \
    return cuts_syr(h, fill, n, alpha, x, incx, y, incy, a, lda, true);                                                   \
  }                                                                                                                       \
  CUTS_BLAS_LAZY cublas##P##syr2k(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, int n, int k,                 \
                             const Real* alpha, const Real* a, int lda, const Real* b, int ldb, const Real* beta,         \
                             Real* c, int ldc) {                                                                          \
    return cuts_syrk(h, fill, op, n, k, alpha, a, lda, b, ldb, beta, c, ldc, true);                                       \
  }                                                                                                                       \
  CUTS_BLAS_LAZY cublas##P##syrkx(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, int n, int k,                 \
                             const Real* alpha, const Real* a, int lda, const Real* b, int ldb, const Real* beta,         \
                             Real* c, int ldc) {                                                                          \
    return cuts_syrk(h, fill, op, n, k, alpha, a, lda, b, ldb, beta, c, ldc);                                             \
  }                                                                                                                       \
  CUTS_BLAS_LAZY cublas##P##trmm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,         \
                            cublasDiagType_t diagonal, int m, int n, const Real* alpha, const Real* a, int lda,           \
                            const Real* b, int ldb, Real* c, int ldc) {                                                   \
    return cuts_trmm(h, side, fill, op, diagonal, m, n, alpha, a, lda, b, ldb, c, ldc);                                   \
  }                                                                                                                       \
  CUTS_BLAS_LAZY cublas##P##trmv(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal,     \
                            int n, const Real* a, int lda, Real* x, int incx) {                                           \
    CUTS_BLAS_BEGIN(h);                                                                                                   \
    const Real one = 1;                                                                                                   \
    std::vector<Real> line(n);                                                                                            \
    x = cuts_blas_first(x, n, incx);                                                                                      \
    for (int i = 0; i < n; ++i) line[i] = x[ptrdiff_t(i) * incx];                                                         \
    cuts_trmm(h, CUBLAS_SIDE_LEFT, fill, op, diagonal, n, 1, &one, a, lda, line.data(), n, line.data(), n);               \
    for (int i = 0; i < n; ++i) x[ptrdiff_t(i) * incx] = line[i];                                                         \
    return CUBLAS_STATUS_SUCCESS;                                                                                         \
  }                                                                                                                       \
  CUTS_BLAS_LAZY cublas##P##rotg(cublasHandle_t h, Real* a, Real* b, Real* c, Real* s) {                                       \
    CUTS_BLAS_BEGIN(h);                                                                                                   \
    const Real larger = fabs(*a) > fabs(*b) ? *a : *b;                                                                    \
    Real r = sqrt(*a * *a + *b * *b), z = 1;                                                                              \
    if (larger < 0) r = -r;                                                                                               \
    *c = r == 0 ? Real(1) : *a / r;                                                                                       \
    *s = r == 0 ? Real(0) : *b / r;                                                                                       \
    if (r == 0) z = 0;                                                                                                    \
    else if (fabs(*a) > fabs(*b)) z = *s;                                                                                 \
    else if (*c != 0) z = 1 / *c;                                                                                         \
    *a = r;                                                                                                               \
    *b = z;                                                                                                               \
    return CUBLAS_STATUS_SUCCESS;                                                                                         \
  }                                                                                                                       \
  CUTS_BLAS_LAZY cublas##P##gemvStridedBatched(cublasHandle_t h, cublasOperation_t op, int m, int n, const Real* alpha,        \
                                          const Real* a, int lda, long long a_stride, const Real* x, int incx,            \
                                          long long x_stride, const Real* beta, Real* y, int incy, long long y_stride,    \
                                          int count) {                                                                    \
    for (long long i = 0; i < count; ++i)                                                                                 \
      if (cublasStatus_t status = cuts_gemv(h, op, m, n, alpha, a + i * a_stride, lda, x + i * x_stride, incx, beta,      \
                                            y + i * y_stride, incy);                                                      \
          status != CUBLAS_STATUS_SUCCESS)                                                                                \
        return status;                                                                                                    \
    return CUBLAS_STATUS_SUCCESS;                                                                                         \
  }                                                                                                                       \
  CUTS_BLAS_LAZY cublas##P##gemvBatched(cublasHandle_t h, cublasOperation_t op, int m, int n, const Real* alpha,               \
                                   const Real* const* a, int lda, const Real* const* x, int incx, const Real* beta,       \
                                   Real* const* y, int incy, int count) {                                                 \
    CUTS_BLAS_BEGIN(h);                                                                                                   \
    for (int i = 0; i < count; ++i)                                                                                       \
      if (cublasStatus_t status = cuts_gemv(h, op, m, n, alpha, a[i], lda, x[i], incx, beta, y[i], incy);                 \
          status != CUBLAS_STATUS_SUCCESS)                                                                                \
        return status;                                                                                                    \
    return CUBLAS_STATUS_SUCCESS;                                                                                         \
  }
CUTS_BLAS_TYPE(S, float)
CUTS_BLAS_TYPE(D, double)
#undef CUTS_BLAS_TYPE

// Sums are kept in float; the result is rounded to half.
CUTS_BLAS_LAZY cublasHgemmStridedBatched(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,
                                         const __half* alpha, const __half* a, int lda, long long a_stride, const __half* b,
                                         int ldb, long long b_stride, const __half* beta, __half* c, int ldc,
                                         long long c_stride, int count) {
  return cuts_gemm("HGEMM", h, op_a, op_b, m, n, k, alpha, a, lda, a_stride, b, ldb, b_stride, beta, c, ldc, c_stride, count);
}
CUTS_BLAS_LAZY cublasHgemmBatched(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,
                                  const __half* alpha, const __half* const* a, int lda, const __half* const* b, int ldb,
                                  const __half* beta, __half* const* c, int ldc, int count) {
  return cuts_gemm<__half, __half, __half>("HGEMM", h, op_a, op_b, m, n, k, alpha, nullptr, lda, 0, nullptr, ldb, 0, beta,
                                           nullptr, ldc, 0, count, a, b, c);
}
CUTS_BLAS_LAZY cublasGemmBatchedEx(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,
                                   const void* alpha, const void* const* a, cudaDataType_t a_type, int lda,
                                   const void* const* b, cudaDataType_t b_type, int ldb, const void* beta, void* const* c,
                                   cudaDataType_t c_type, int ldc, int count, cublasComputeType_t compute,
                                   cublasGemmAlgo_t algo) {
  if (count < 0) return CUBLAS_STATUS_INVALID_VALUE;
  // The lists of pointers are device memory, and earlier work of the stream may write them.
  CUTS_BLAS_BEGIN(h);
  for (int i = 0; i < count; ++i)
    if (cublasStatus_t status = cublasGemmEx(h, op_a, op_b, m, n, k, alpha, a[i], a_type, lda, b[i], b_type, ldb, beta, c[i],
                                             c_type, ldc, compute, algo);
        status != CUBLAS_STATUS_SUCCESS)
      return status;
  return CUBLAS_STATUS_SUCCESS;
}
CUTS_BLAS_LAZY cublasSgemmEx(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,
                             const float* alpha, const void* a, cudaDataType_t a_type, int lda, const void* b,
                             cudaDataType_t b_type, int ldb, const float* beta, void* c, cudaDataType_t c_type, int ldc) {
  return cublasGemmEx(h, op_a, op_b, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta, c, c_type, ldc, CUBLAS_COMPUTE_32F,
                      CUBLAS_GEMM_DEFAULT);
}

// Calls step(Number()) with the type that is computed in: sums of half and bfloat16 are kept in float.
template <class Step> cublasStatus_t cuts_blas_in(cudaDataType type, Step step) {
  switch (type) {
    case CUDA_R_16F: case CUDA_R_16BF: case CUDA_R_32F: return step(float());
    case CUDA_R_64F: return step(double());
    case CUDA_C_32F: return step(cuts_complex<float>(0));
    case CUDA_C_64F: return step(cuts_complex<double>(0));
    default: return CUBLAS_STATUS_NOT_SUPPORTED;
  }
}
inline long long cuts_blas_at(int i, int n, int stride) {
  return (long long)(stride < 0 ? i - (n - 1) : i) * stride;
}
template <class Number> struct cuts_sum_of { typedef double type; };
template <class Real> struct cuts_sum_of<cuts_complex<Real>> { typedef cuts_complex<double> type; };
// As in cublasSdot, sums of float are kept in double: at least as exact as any order of a parallel sum.
template <bool Conjugated>
cublasStatus_t cuts_dot_ex(cublasHandle_t h, int n, const void* x, cudaDataType x_type, int incx, const void* y,
                           cudaDataType y_type, int incy, void* result, cudaDataType result_type, cudaDataType compute) {
  CUTS_BLAS_BEGIN(h);
  return cuts_blas_in(compute, [&](auto zero) {
    typedef typename cuts_sum_of<decltype(zero)>::type Number;
    Number sum(0);
    for (int i = 0; i < n; ++i) {
      const Number a = cuts_load<Number>(x, x_type, cuts_blas_at(i, n, incx));
      sum += (Conjugated ? cuts_conj(a) : a) * cuts_load<Number>(y, y_type, cuts_blas_at(i, n, incy));
    }
    cuts_store(result, result_type, 0, sum);
    return CUBLAS_STATUS_SUCCESS;
  });
}
CUTS_BLAS_LAZY cublasDotEx(cublasHandle_t h, int n, const void* x, cudaDataType x_type, int incx, const void* y,
                           cudaDataType y_type, int incy, void* result, cudaDataType result_type, cudaDataType compute) {
  return cuts_dot_ex<false>(h, n, x, x_type, incx, y, y_type, incy, result, result_type, compute);
}
CUTS_BLAS_LAZY cublasDotcEx(cublasHandle_t h, int n, const void* x, cudaDataType x_type, int incx, const void* y,
                            cudaDataType y_type, int incy, void* result, cudaDataType result_type, cudaDataType compute) {
  return cuts_dot_ex<true>(h, n, x, x_type, incx, y, y_type, incy, result, result_type, compute);
}
CUTS_BLAS_LAZY cublasAxpyEx(cublasHandle_t h, int n, const void* alpha, cudaDataType alpha_type, const void* x,
                            cudaDataType x_type, int incx, void* y, cudaDataType y_type, int incy, cudaDataType compute) {
  CUTS_BLAS_BEGIN(h);
  return cuts_blas_in(compute, [&](auto zero) {
    typedef decltype(zero) Number;
    const Number scale = cuts_load<Number>(alpha, alpha_type, 0);
    for (int i = 0; i < n; ++i) {
      const long long at = cuts_blas_at(i, n, incy);
      cuts_store(y, y_type, at, scale * cuts_load<Number>(x, x_type, cuts_blas_at(i, n, incx)) + cuts_load<Number>(y, y_type, at));
    }
    return CUBLAS_STATUS_SUCCESS;
  });
}
CUTS_BLAS_LAZY cublasScalEx(cublasHandle_t h, int n, const void* alpha, cudaDataType alpha_type, void* x, cudaDataType x_type,
                            int incx, cudaDataType compute) {
  CUTS_BLAS_BEGIN(h);
  return cuts_blas_in(compute, [&](auto zero) {
    typedef decltype(zero) Number;
    const Number scale = cuts_load<Number>(alpha, alpha_type, 0);
    for (int i = 0; incx > 0 && i < n; ++i) {
      const long long at = (long long)i * incx;
      cuts_store(x, x_type, at, scale * cuts_load<Number>(x, x_type, at));
    }
    return CUBLAS_STATUS_SUCCESS;
  });
}
CUTS_BLAS_LAZY cublasNrm2Ex(cublasHandle_t h, int n, const void* x, cudaDataType x_type, int incx, void* result,
                            cudaDataType result_type, cudaDataType compute) {
  CUTS_BLAS_BEGIN(h);
  return cuts_blas_in(compute, [&](auto zero) {
    typedef decltype(zero) Number;
    double sum = 0.0;
    for (int i = 0; incx > 0 && i < n; ++i) sum += double(cuts_squared(cuts_load<Number>(x, x_type, (long long)i * incx)));
    cuts_store(result, result_type, 0, sqrt(sum));
    return CUBLAS_STATUS_SUCCESS;
  });
}
