// cuSPARSE's types, numbers and texts; its handle; and how descriptors of vectors and matrices are made and read.
#pragma once
#include "captured_calls.h"
#include "library_numbers.h"

typedef enum {
  CUSPARSE_STATUS_SUCCESS = 0,
  CUSPARSE_STATUS_NOT_INITIALIZED = 1,
  CUSPARSE_STATUS_ALLOC_FAILED = 2,
  CUSPARSE_STATUS_INVALID_VALUE = 3,
  CUSPARSE_STATUS_ARCH_MISMATCH = 4,
  CUSPARSE_STATUS_MAPPING_ERROR = 5,
  CUSPARSE_STATUS_EXECUTION_FAILED = 6,
  CUSPARSE_STATUS_INTERNAL_ERROR = 7,
  CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
  CUSPARSE_STATUS_ZERO_PIVOT = 9,
  CUSPARSE_STATUS_NOT_SUPPORTED = 10,
  CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11,
} cusparseStatus_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST = 0, CUSPARSE_POINTER_MODE_DEVICE = 1 } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC = 0, CUSPARSE_ACTION_NUMERIC = 1 } cusparseAction_t;
typedef enum {
  CUSPARSE_MATRIX_TYPE_GENERAL = 0,
  CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
  CUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
  CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3,
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER = 0, CUSPARSE_FILL_MODE_UPPER = 1 } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT = 0, CUSPARSE_DIAG_TYPE_UNIT = 1 } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1 } cusparseIndexBase_t;
typedef enum {
  CUSPARSE_OPERATION_NON_TRANSPOSE = 0,
  CUSPARSE_OPERATION_TRANSPOSE = 1,
  CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2,
} cusparseOperation_t;
typedef enum { CUSPARSE_DIRECTION_ROW = 0, CUSPARSE_DIRECTION_COLUMN = 1 } cusparseDirection_t;
typedef enum { CUSPARSE_SOLVE_POLICY_NO_LEVEL = 0, CUSPARSE_SOLVE_POLICY_USE_LEVEL = 1 } cusparseSolvePolicy_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 } cusparseIndexType_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum { CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC = 2, CUSPARSE_FORMAT_COO = 3, CUSPARSE_FORMAT_BLOCKED_ELL = 5, CUSPARSE_FORMAT_BSR = 6 } cusparseFormat_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE } cusparseSpMatAttribute_t;
// All algorithms are the same one here.
typedef enum { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1, CUSPARSE_CSR2CSC_ALG2 = 1 } cusparseCsr2CscAlg_t;
typedef enum {
  CUSPARSE_SPMV_ALG_DEFAULT = 0, CUSPARSE_MV_ALG_DEFAULT = 0, CUSPARSE_SPMV_CSR_ALG1 = 2, CUSPARSE_SPMV_CSR_ALG2 = 3,
  CUSPARSE_SPMV_COO_ALG1 = 1, CUSPARSE_SPMV_COO_ALG2 = 4,
} cusparseSpMVAlg_t;
typedef enum {
  CUSPARSE_SPMM_ALG_DEFAULT = 0, CUSPARSE_MM_ALG_DEFAULT = 0, CUSPARSE_SPMM_COO_ALG1 = 1, CUSPARSE_SPMM_COO_ALG2 = 2,
  CUSPARSE_SPMM_COO_ALG3 = 3, CUSPARSE_SPMM_COO_ALG4 = 5, CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_CSR_ALG2 = 6,
  CUSPARSE_SPMM_CSR_ALG3 = 12, CUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13,
} cusparseSpMMAlg_t;
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT = 0 } cusparseSDDMMAlg_t;
typedef enum {
  CUSPARSE_SPGEMM_DEFAULT = 0, CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1, CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2,
  CUSPARSE_SPGEMM_ALG1 = 3, CUSPARSE_SPGEMM_ALG2 = 4, CUSPARSE_SPGEMM_ALG3 = 5,
} cusparseSpGEMMAlg_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT = 0 } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPSV_UPDATE_GENERAL = 0, CUSPARSE_SPSV_UPDATE_DIAGONAL = 1 } cusparseSpSVUpdate_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT = 0 } cusparseSpSMAlg_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0 } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0 } cusparseDenseToSparseAlg_t;

#define CUTS_SPARSE static inline cusparseStatus_t
// Costs nothing until it is called.
#define CUTS_SPARSE_LAZY template <class _Unused = void> cusparseStatus_t

struct cusparseContext {
  cudaStream_t stream;
  cusparsePointerMode_t pointer_mode;
  // Of a call that a graph runs: its stream does not wait for itself.
  bool is_in_graph = false;
};
typedef cusparseContext* cusparseHandle_t;
// Waits for the work of the handle's stream; then loops of the host may read and write what it left.
inline cusparseStatus_t cuts_sparse_begin(cusparseHandle_t handle) {
  if (handle == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (handle->is_in_graph) return CUSPARSE_STATUS_SUCCESS;
  return cudaStreamSynchronize(handle->stream) == cudaSuccess ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_EXECUTION_FAILED;
}
inline bool cuts_sparse_is_captured(cusparseHandle_t handle) { return handle != nullptr && cuts_is_captured(handle->stream); }
template <class Call> cusparseStatus_t cuts_sparse_capture(cusparseHandle_t handle, Call call) {
  return cuts_capture(handle, "cuSPARSE", call) ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_EXECUTION_FAILED;
}
// A scalar of any type, for a captured call.
struct cuts_sparse_kept_scalar {
  const void* place = nullptr;
  alignas(16) char value[16];
  cuts_sparse_kept_scalar(cusparseHandle_t handle, const void* from, cudaDataType type) {
    if (handle->pointer_mode == CUSPARSE_POINTER_MODE_DEVICE) place = from;
    else memcpy(value, from, cuts_type_bytes(type));
  }
  operator const void*() const { return place ? place : value; }
};
#define CUTS_SPARSE_BEGIN(handle) \
  if (cusparseStatus_t begun = cuts_sparse_begin(handle); begun != CUSPARSE_STATUS_SUCCESS) return begun
#define CUTS_SPARSE_NEED(condition) \
  if (!(condition)) return CUSPARSE_STATUS_INVALID_VALUE

CUTS_SPARSE cusparseCreate(cusparseHandle_t* handle) {
  CUTS_SPARSE_NEED(handle != nullptr);
  *handle = new cusparseContext{nullptr, CUSPARSE_POINTER_MODE_HOST};
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseDestroy(cusparseHandle_t handle) {
  delete handle;
  return CUSPARSE_STATUS_SUCCESS;
}
#define CUTS_SPARSE_OPTION(set, get, type, member)                       \
  CUTS_SPARSE set(cusparseHandle_t handle, type value) {                 \
    if (handle == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;       \
    handle->member = value;                                              \
    return CUSPARSE_STATUS_SUCCESS;                                      \
  }                                                                      \
  CUTS_SPARSE get(cusparseHandle_t handle, type* value) {                \
    if (handle == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;       \
    *value = handle->member;                                             \
    return CUSPARSE_STATUS_SUCCESS;                                      \
  }
CUTS_SPARSE_OPTION(cusparseSetStream, cusparseGetStream, cudaStream_t, stream)
CUTS_SPARSE_OPTION(cusparseSetPointerMode, cusparseGetPointerMode, cusparsePointerMode_t, pointer_mode)
#undef CUTS_SPARSE_OPTION
CUTS_SPARSE cusparseGetVersion(cusparseHandle_t, int* version) {
  *version = 12600;
  return CUSPARSE_STATUS_SUCCESS;
}
static inline const char* cusparseGetErrorName(cusparseStatus_t status) {
  switch (status) {
#define CUTS_STATUS(name) \
  case name: return #name;
    CUTS_STATUS(CUSPARSE_STATUS_SUCCESS)
    CUTS_STATUS(CUSPARSE_STATUS_NOT_INITIALIZED)
    CUTS_STATUS(CUSPARSE_STATUS_ALLOC_FAILED)
    CUTS_STATUS(CUSPARSE_STATUS_INVALID_VALUE)
    CUTS_STATUS(CUSPARSE_STATUS_ARCH_MISMATCH)
    CUTS_STATUS(CUSPARSE_STATUS_MAPPING_ERROR)
    CUTS_STATUS(CUSPARSE_STATUS_EXECUTION_FAILED)
    CUTS_STATUS(CUSPARSE_STATUS_INTERNAL_ERROR)
    CUTS_STATUS(CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED)
    CUTS_STATUS(CUSPARSE_STATUS_ZERO_PIVOT)
    CUTS_STATUS(CUSPARSE_STATUS_NOT_SUPPORTED)
    CUTS_STATUS(CUSPARSE_STATUS_INSUFFICIENT_RESOURCES)
#undef CUTS_STATUS
  }
  return "unrecognized error code";
}
static inline const char* cusparseGetErrorString(cusparseStatus_t status) {
  switch (status) {
    case CUSPARSE_STATUS_SUCCESS: return "success";
    case CUSPARSE_STATUS_NOT_INITIALIZED: return "initialization error";
    case CUSPARSE_STATUS_ALLOC_FAILED: return "out of memory";
    case CUSPARSE_STATUS_INVALID_VALUE: return "invalid value";
    case CUSPARSE_STATUS_ARCH_MISMATCH: return "architecture mismatch";
    case CUSPARSE_STATUS_MAPPING_ERROR: return "texture memory mapping failure";
    case CUSPARSE_STATUS_EXECUTION_FAILED: return "kernel launch failure";
    case CUSPARSE_STATUS_INTERNAL_ERROR: return "internal error";
    case CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED: return "matrix type not supported";
    case CUSPARSE_STATUS_ZERO_PIVOT: return "zero pivot";
    case CUSPARSE_STATUS_NOT_SUPPORTED: return "operation not supported";
    case CUSPARSE_STATUS_INSUFFICIENT_RESOURCES: return "insufficient resources";
  }
  return "unrecognized error code";
}
