// cuSOLVER's generic functions: types as arguments, 64-bit sizes. Values, vectors and the matrix have one type (values its real one).
#pragma once
#include "cusolver_linear.h"
#include "cusolver_spectral.h"

struct cusolverDnParams {};
typedef cusolverDnParams* cusolverDnParams_t;
CUTS_SOLVER cusolverDnCreateParams(cusolverDnParams_t* made) {
  *made = new cusolverDnParams();
  return CUSOLVER_STATUS_SUCCESS;
}
CUTS_SOLVER cusolverDnDestroyParams(cusolverDnParams_t params) {
  delete params;
  return CUSOLVER_STATUS_SUCCESS;
}
CUTS_SOLVER cusolverDnSetAdvOptions(cusolverDnParams_t, cusolverDnFunction_t, cusolverAlgMode_t) { return CUSOLVER_STATUS_SUCCESS; }
template <class Step> cusolverStatus_t cuts_solver_in(cudaDataType type, Step step) {
  switch (type) {
    case CUDA_R_32F: return step(float());
    case CUDA_R_64F: return step(double());
    case CUDA_C_32F: return step(cuts_complex<float>(0));
    case CUDA_C_64F: return step(cuts_complex<double>(0));
    default: return CUSOLVER_STATUS_NOT_SUPPORTED;
  }
}
inline cusolverStatus_t cuts_solver_workspaces(size_t* device, size_t* host) {
  *device = *host = 16;
  return CUSOLVER_STATUS_SUCCESS;
}
CUTS_SOLVER cusolverDnXgetrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, int64_t, int64_t, cudaDataType, const void*, int64_t,
                                        cudaDataType, size_t* device, size_t* host) {
  return cuts_solver_workspaces(device, host);
}
CUTS_SOLVER_LAZY cusolverDnXgetrf(cusolverDnHandle_t h, cusolverDnParams_t, int64_t m, int64_t n, cudaDataType type, void* a, int64_t lda,
                                  int64_t* pivots, cudaDataType, void*, size_t, void*, size_t, int* info) {
  return cuts_solver_in(type, [&](auto zero) { return cuts_getrf(h, m, n, static_cast<decltype(zero)*>(a), lda, pivots, nullptr, info); });
}
CUTS_SOLVER_LAZY cusolverDnXgetrs(cusolverDnHandle_t h, cusolverDnParams_t, cublasOperation_t op, int64_t n, int64_t columns,
                                  cudaDataType type, const void* a, int64_t lda, const int64_t* pivots, cudaDataType, void* b, int64_t ldb,
                                  int* info) {
  return cuts_solver_in(type, [&](auto zero) {
    typedef decltype(zero) Number;
    return cuts_getrs(h, op, n, columns, static_cast<const Number*>(a), lda, pivots, (const int*)nullptr, static_cast<Number*>(b), ldb, info);
  });
}
CUTS_SOLVER cusolverDnXpotrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, cublasFillMode_t, int64_t, cudaDataType, const void*, int64_t,
                                        cudaDataType, size_t* device, size_t* host) {
  return cuts_solver_workspaces(device, host);
}
CUTS_SOLVER_LAZY cusolverDnXpotrf(cusolverDnHandle_t h, cusolverDnParams_t, cublasFillMode_t fill, int64_t n, cudaDataType type, void* a,
                                  int64_t lda, cudaDataType, void*, size_t, void*, size_t, int* info) {
  return cuts_solver_in(type, [&](auto zero) { return cuts_potrf(h, fill, n, static_cast<decltype(zero)*>(a), lda, info); });
}
CUTS_SOLVER_LAZY cusolverDnXpotrs(cusolverDnHandle_t h, cusolverDnParams_t, cublasFillMode_t fill, int64_t n, int64_t columns,
                                  cudaDataType type, const void* a, int64_t lda, cudaDataType, void* b, int64_t ldb, int* info) {
  return cuts_solver_in(type, [&](auto zero) {
    typedef decltype(zero) Number;
    return cuts_potrs(h, fill, n, columns, static_cast<const Number*>(a), lda, static_cast<Number*>(b), ldb, info);
  });
}
CUTS_SOLVER cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, int64_t, int64_t, cudaDataType, const void*, int64_t,
                                        cudaDataType, const void*, cudaDataType, size_t* device, size_t* host) {
  return cuts_solver_workspaces(device, host);
}
CUTS_SOLVER_LAZY cusolverDnXgeqrf(cusolverDnHandle_t h, cusolverDnParams_t, int64_t m, int64_t n, cudaDataType type, void* a, int64_t lda,
                                  cudaDataType, void* tau, cudaDataType, void*, size_t, void*, size_t, int* info) {
  return cuts_solver_in(type, [&](auto zero) {
    typedef decltype(zero) Number;
    return cuts_geqrf(h, m, n, static_cast<Number*>(a), lda, static_cast<Number*>(tau), info);
  });
}
CUTS_SOLVER cusolverDnXsyevd_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, cusolverEigMode_t, cublasFillMode_t, int64_t, cudaDataType,
                                        const void*, int64_t, cudaDataType, const void*, cudaDataType, size_t* device, size_t* host) {
  return cuts_solver_workspaces(device, host);
}
CUTS_SOLVER_LAZY cusolverDnXsyevd(cusolverDnHandle_t h, cusolverDnParams_t, cusolverEigMode_t mode, cublasFillMode_t fill, int64_t n,
                                  cudaDataType type, void* a, int64_t lda, cudaDataType, void* values, cudaDataType, void*, size_t, void*,
                                  size_t, int* info) {
  return cuts_solver_in(type, [&](auto zero) {
    typedef decltype(zero) Number;
    return cuts_syevd(h, mode, fill, n, static_cast<Number*>(a), lda, static_cast<cuts_real_t<Number>*>(values), info);
  });
}
CUTS_SOLVER cusolverDnXgesvd_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, signed char, signed char, int64_t, int64_t, cudaDataType,
                                        const void*, int64_t, cudaDataType, const void*, cudaDataType, const void*, int64_t, cudaDataType,
                                        const void*, int64_t, cudaDataType, size_t* device, size_t* host) {
  return cuts_solver_workspaces(device, host);
}
CUTS_SOLVER_LAZY cusolverDnXgesvd(cusolverDnHandle_t h, cusolverDnParams_t, signed char jobu, signed char jobvt, int64_t m, int64_t n,
                                  cudaDataType type, void* a, int64_t lda, cudaDataType, void* values, cudaDataType, void* u, int64_t ldu,
                                  cudaDataType, void* vt, int64_t ldvt, cudaDataType, void*, size_t, void*, size_t, int* info) {
  return cuts_solver_in(type, [&](auto zero) {
    typedef decltype(zero) Number;
    return cuts_gesvd(h, jobu, jobvt, m, n, static_cast<Number*>(a), lda, static_cast<cuts_real_t<Number>*>(values),
                      static_cast<Number*>(u), ldu, static_cast<Number*>(vt), ldvt, info);
  });
}
