// cuBLASLt, as far as programs need it that only create a handle. The functions that compute are refused where they are
// called: the message has the file and the line.
#pragma once
#include <cublas_v2.h>

typedef struct cublasLtContext* cublasLtHandle_t;
typedef struct cublasLtMatmulDescOpaque_t* cublasLtMatmulDesc_t;
typedef struct cublasLtMatrixLayoutOpaque_t* cublasLtMatrixLayout_t;
typedef struct cublasLtMatmulPreferenceOpaque_t* cublasLtMatmulPreference_t;

// A handle is any address that is not null.
static inline cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  static char one;
  *handle = reinterpret_cast<cublasLtHandle_t>(&one);
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t) { return CUBLAS_STATUS_SUCCESS; }

#define CUTS_BLAS_LT(name)                                                                                  \
  template <class... Arguments>                                                                             \
  __attribute__((unavailable("cuBLASLt is not supported on the cpu device"))) cublasStatus_t name(Arguments...);
CUTS_BLAS_LT(cublasLtMatmul)
CUTS_BLAS_LT(cublasLtMatmulDescCreate)
CUTS_BLAS_LT(cublasLtMatmulDescDestroy)
CUTS_BLAS_LT(cublasLtMatmulDescSetAttribute)
CUTS_BLAS_LT(cublasLtMatrixLayoutCreate)
CUTS_BLAS_LT(cublasLtMatrixLayoutDestroy)
CUTS_BLAS_LT(cublasLtMatrixLayoutSetAttribute)
CUTS_BLAS_LT(cublasLtMatmulPreferenceCreate)
CUTS_BLAS_LT(cublasLtMatmulPreferenceDestroy)
CUTS_BLAS_LT(cublasLtMatmulPreferenceSetAttribute)
CUTS_BLAS_LT(cublasLtMatmulAlgoGetHeuristic)
#undef CUTS_BLAS_LT
