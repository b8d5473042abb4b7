// cuSOLVER's types, numbers and its handle.
#pragma once
#define CUSOLVER_COMMON_H_
#include "dense_factors.h"

typedef enum {
  CUSOLVER_STATUS_SUCCESS = 0,
  CUSOLVER_STATUS_NOT_INITIALIZED = 1,
  CUSOLVER_STATUS_ALLOC_FAILED = 2,
  CUSOLVER_STATUS_INVALID_VALUE = 3,
  CUSOLVER_STATUS_ARCH_MISMATCH = 4,
  CUSOLVER_STATUS_MAPPING_ERROR = 5,
  CUSOLVER_STATUS_EXECUTION_FAILED = 6,
  CUSOLVER_STATUS_INTERNAL_ERROR = 7,
  CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
  CUSOLVER_STATUS_NOT_SUPPORTED = 9,
  CUSOLVER_STATUS_ZERO_PIVOT = 10,
  CUSOLVER_STATUS_INVALID_LICENSE = 11,
  CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED = 12,
} cusolverStatus_t;
typedef enum { CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2 = 2, CUSOLVER_EIG_TYPE_3 = 3 } cusolverEigType_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR = 0, CUSOLVER_EIG_MODE_VECTOR = 1 } cusolverEigMode_t;
typedef enum { CUSOLVERDN_GETRF = 0, CUSOLVERDN_POTRF = 1 } cusolverDnFunction_t;
typedef enum { CUSOLVER_ALG_0 = 0, CUSOLVER_ALG_1 = 1, CUSOLVER_ALG_2 = 2 } cusolverAlgMode_t;
typedef int cusolver_int_t;

#define CUTS_SOLVER static inline cusolverStatus_t
#define CUTS_SOLVER_LAZY template <class _Unused = void> cusolverStatus_t
struct cusolverDnContext { cudaStream_t stream; };
typedef cusolverDnContext* cusolverDnHandle_t;
CUTS_SOLVER cusolverDnCreate(cusolverDnHandle_t* handle) {
  if (handle == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *handle = new cusolverDnContext{nullptr};
  return CUSOLVER_STATUS_SUCCESS;
}
CUTS_SOLVER cusolverDnDestroy(cusolverDnHandle_t handle) {
  delete handle;
  return CUSOLVER_STATUS_SUCCESS;
}
CUTS_SOLVER cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  handle->stream = stream;
  return CUSOLVER_STATUS_SUCCESS;
}
CUTS_SOLVER cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* stream) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  *stream = handle->stream;
  return CUSOLVER_STATUS_SUCCESS;
}
CUTS_SOLVER cusolverGetVersion(int* version) {
  *version = 12000;
  return CUSOLVER_STATUS_SUCCESS;
}
inline cusolverStatus_t cuts_solver_begin(cusolverDnHandle_t handle) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return cudaStreamSynchronize(handle->stream) == cudaSuccess ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED;
}
#define CUTS_SOLVER_BEGIN(handle, condition)                                                                 \
  if (cusolverStatus_t begun = cuts_solver_begin(handle); begun != CUSOLVER_STATUS_SUCCESS) return begun;    \
  if (!(condition)) return CUSOLVER_STATUS_INVALID_VALUE
// One element: some programs take an allocation of nothing for an error.
inline cusolverStatus_t cuts_solver_workspace(int* elements) {
  *elements = 1;
  return CUSOLVER_STATUS_SUCCESS;
}
