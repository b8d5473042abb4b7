// cuBLASXt: products of matrices that lie on the host. On a GPU it cuts them into blocks for several devices; here the operands are
// copied to the device whole, cuBLAS multiplies them, and the result is complete when the call returns. Operands may be on the device too.
// Not here: hemm, herk, her2k, herkx, syr2k, syrkx, spmm, and parts of the work for the host's own BLAS.
#pragma once
#define CUBLAS_XT_H_
#include <cublas_v2.h>
#include <stdint.h>
#include "detail/library_numbers.h"

struct cublasXtContext {
  cublasHandle_t blas;
  int block_dim;
  int pinning;
};
typedef struct cublasXtContext* cublasXtHandle_t;
typedef enum { CUBLASXT_PINNING_DISABLED = 0, CUBLASXT_PINNING_ENABLED = 1 } cublasXtPinnedMemMode_t;
typedef enum { CUBLASXT_FLOAT = 0, CUBLASXT_DOUBLE = 1, CUBLASXT_COMPLEX = 2, CUBLASXT_DOUBLECOMPLEX = 3 } cublasXtOpType_t;
typedef enum {
  CUBLASXT_GEMM = 0,
  CUBLASXT_SYRK = 1,
  CUBLASXT_HERK = 2,
  CUBLASXT_SYMM = 3,
  CUBLASXT_HEMM = 4,
  CUBLASXT_TRSM = 5,
  CUBLASXT_SYR2K = 6,
  CUBLASXT_HER2K = 7,
  CUBLASXT_SPMM = 8,
  CUBLASXT_SYRKX = 9,
  CUBLASXT_HERKX = 10,
  CUBLASXT_TRMM = 11,
  CUBLASXT_ROUTINE_MAX = 12
} cublasXtBlasOp_t;

CUTS_BLAS cublasXtCreate(cublasXtHandle_t* handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  cublasHandle_t blas;
  const cublasStatus_t status = cublasCreate(&blas);
  if (status == CUBLAS_STATUS_SUCCESS) *handle = new cublasXtContext{blas, 2048, CUBLASXT_PINNING_DISABLED};
  return status;
}
CUTS_BLAS cublasXtDestroy(cublasXtHandle_t handle) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  cublasDestroy(handle->blas);
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
// There is one device.
CUTS_BLAS cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int devices[]) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  return count == 1 && devices != nullptr && devices[0] == 0 ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}
CUTS_BLAS cublasXtMaxBoards(int* boards) {
  if (boards == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *boards = 1;
  return CUBLAS_STATUS_SUCCESS;
}
CUTS_BLAS cublasXtGetNumBoards(int count, int devices[], int* boards) {
  if (count < 1 || devices == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  return cublasXtMaxBoards(boards);
}
CUTS_BLAS cublasXtSetBlockDim(cublasXtHandle_t handle, int dim) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (dim <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  handle->block_dim = dim;
  return CUBLAS_STATUS_SUCCESS;
}
CUTS_BLAS cublasXtGetBlockDim(cublasXtHandle_t handle, int* dim) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (dim == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *dim = handle->block_dim;
  return CUBLAS_STATUS_SUCCESS;
}
CUTS_BLAS cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  handle->pinning = mode;
  return CUBLAS_STATUS_SUCCESS;
}
CUTS_BLAS cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t* mode) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (mode == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *mode = cublasXtPinnedMemMode_t(handle->pinning);
  return CUBLAS_STATUS_SUCCESS;
}

// A matrix on the device, for as long as a call takes.
template <class _Real> class cuts_xt_matrix {
 public:
  cuts_xt_matrix(const _Real* from, size_t rows, size_t columns, size_t leading) : own(nullptr), bytes(0), status(CUBLAS_STATUS_SUCCESS) {
    if (rows == 0 || columns == 0) return;
    if (from == nullptr || leading < rows || (leading | columns) > 0x7fffffff) {
      status = CUBLAS_STATUS_INVALID_VALUE;
      return;
    }
    bytes = ((columns - 1) * leading + rows) * sizeof(_Real);
    if (cudaMalloc(&own, bytes) != cudaSuccess) status = CUBLAS_STATUS_ALLOC_FAILED;
    else if (cudaMemcpy(own, from, bytes, cudaMemcpyDefault) != cudaSuccess) status = CUBLAS_STATUS_MAPPING_ERROR;
  }
  cuts_xt_matrix(const cuts_xt_matrix&) = delete;
  ~cuts_xt_matrix() { cudaFree(own); }
  cublasStatus_t copyTo(_Real* to) const {
    if (bytes == 0) return CUBLAS_STATUS_SUCCESS;
    return cudaMemcpy(to, own, bytes, cudaMemcpyDefault) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
  }

  _Real* own;
  size_t bytes;
  cublasStatus_t status;
};

// The call that `multiply` makes with the operands on the device, and the result's way back. A null `b` has no rows.
template <class _Real, class _Multiply>
cublasStatus_t cuts_xt_run(cublasXtHandle_t handle, const cuts_xt_matrix<_Real>& a, const cuts_xt_matrix<_Real>& b,
                           const cuts_xt_matrix<_Real>& c, _Real* result, _Multiply multiply) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  for (const cublasStatus_t status : {a.status, b.status, c.status})
    if (status != CUBLAS_STATUS_SUCCESS) return status;
  const cublasStatus_t status = multiply(handle->blas);
  return status == CUBLAS_STATUS_SUCCESS ? c.copyTo(result) : status;
}

#define CUTS_XT_TYPE(P, Real)                                                                                                   \
  CUTS_BLAS_LAZY cublasXt##P##gemm(cublasXtHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, size_t m, size_t n,      \
                                   size_t k, const Real* alpha, const Real* a, size_t lda, const Real* b, size_t ldb,           \
                                   const Real* beta, Real* c, size_t ldc) {                                                     \
    const bool keeps_a = op_a == CUBLAS_OP_N, keeps_b = op_b == CUBLAS_OP_N;                                                    \
    const cuts_xt_matrix<Real> x(a, keeps_a ? m : k, keeps_a ? k : m, lda), y(b, keeps_b ? k : n, keeps_b ? n : k, ldb),        \
        z(c, m, n, ldc);                                                                                                        \
    return cuts_xt_run(h, x, y, z, c, [&](cublasHandle_t blas) {                                                                \
      return cublas##P##gemm(blas, op_a, op_b, int(m), int(n), int(k), alpha, x.own, int(lda), y.own, int(ldb), beta, z.own,    \
                             int(ldc));                                                                                         \
    });                                                                                                                         \
  }                                                                                                                             \
  CUTS_BLAS_LAZY cublasXt##P##syrk(cublasXtHandle_t h, cublasFillMode_t fill, cublasOperation_t op, size_t n, size_t k,         \
                                   const Real* alpha, const Real* a, size_t lda, const Real* beta, Real* c, size_t ldc) {       \
    const bool keeps_a = op == CUBLAS_OP_N;                                                                                     \
    const cuts_xt_matrix<Real> x(a, keeps_a ? n : k, keeps_a ? k : n, lda), none(nullptr, 0, 0, 0), z(c, n, n, ldc);            \
    return cuts_xt_run(h, x, none, z, c, [&](cublasHandle_t blas) {                                                             \
      return cublas##P##syrk(blas, fill, op, int(n), int(k), alpha, x.own, int(lda), beta, z.own, int(ldc));                    \
    });                                                                                                                         \
  }                                                                                                                             \
  CUTS_BLAS_LAZY cublasXt##P##symm(cublasXtHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, size_t m, size_t n,        \
                                   const Real* alpha, const Real* a, size_t lda, const Real* b, size_t ldb, const Real* beta,   \
                                   Real* c, size_t ldc) {                                                                       \
    const size_t order = side == CUBLAS_SIDE_LEFT ? m : n;                                                                      \
    const cuts_xt_matrix<Real> x(a, order, order, lda), y(b, m, n, ldb), z(c, m, n, ldc);                                       \
    return cuts_xt_run(h, x, y, z, c, [&](cublasHandle_t blas) {                                                                \
      return cublas##P##symm(blas, side, fill, int(m), int(n), alpha, x.own, int(lda), y.own, int(ldb), beta, z.own, int(ldc)); \
    });                                                                                                                         \
  }                                                                                                                             \
  CUTS_BLAS_LAZY cublasXt##P##trsm(cublasXtHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,      \
                                   cublasDiagType_t diagonal, size_t m, size_t n, const Real* alpha, const Real* a, size_t lda, \
                                   Real* b, size_t ldb) {                                                                       \
    const size_t order = side == CUBLAS_SIDE_LEFT ? m : n;                                                                      \
    const cuts_xt_matrix<Real> x(a, order, order, lda), none(nullptr, 0, 0, 0), z(b, m, n, ldb);                                \
    return cuts_xt_run(h, x, none, z, b, [&](cublasHandle_t blas) {                                                             \
      return cublas##P##trsm(blas, side, fill, op, diagonal, int(m), int(n), alpha, x.own, int(lda), z.own, int(ldb));          \
    });                                                                                                                         \
  }                                                                                                                             \
  CUTS_BLAS_LAZY cublasXt##P##trmm(cublasXtHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,      \
                                   cublasDiagType_t diagonal, size_t m, size_t n, const Real* alpha, const Real* a, size_t lda, \
                                   const Real* b, size_t ldb, Real* c, size_t ldc) {                                            \
    const size_t order = side == CUBLAS_SIDE_LEFT ? m : n;                                                                      \
    const cuts_xt_matrix<Real> x(a, order, order, lda), y(b, m, n, ldb), z(c, m, n, ldc);                                       \
    return cuts_xt_run(h, x, y, z, c, [&](cublasHandle_t blas) {                                                                \
      return cublas##P##trmm(blas, side, fill, op, diagonal, int(m), int(n), alpha, x.own, int(lda), y.own, int(ldb), z.own,    \
                             int(ldc));                                                                                         \
    });                                                                                                                         \
  }
CUTS_XT_TYPE(S, float)
CUTS_XT_TYPE(D, double)
CUTS_XT_TYPE(C, cuComplex)
CUTS_XT_TYPE(Z, cuDoubleComplex)
#undef CUTS_XT_TYPE

#define CUTS_MISSING(name) CUTS_LIBRARY_MISSING(cublasStatus_t, name)
#define CUTS_MISSING_XT(P) CUTS_MISSING(cublasXt##P##syr2k) CUTS_MISSING(cublasXt##P##syrkx) CUTS_MISSING(cublasXt##P##spmm)
CUTS_MISSING_XT(S)
CUTS_MISSING_XT(D)
CUTS_MISSING_XT(C)
CUTS_MISSING_XT(Z)
#define CUTS_MISSING_XT_COMPLEX(P) \
  CUTS_MISSING(cublasXt##P##hemm) CUTS_MISSING(cublasXt##P##herk) CUTS_MISSING(cublasXt##P##her2k) CUTS_MISSING(cublasXt##P##herkx)
CUTS_MISSING_XT_COMPLEX(C)
CUTS_MISSING_XT_COMPLEX(Z)
CUTS_MISSING(cublasXtSetCpuRoutine)
CUTS_MISSING(cublasXtSetCpuRatio)
#undef CUTS_MISSING
#undef CUTS_MISSING_XT
#undef CUTS_MISSING_XT_COMPLEX
