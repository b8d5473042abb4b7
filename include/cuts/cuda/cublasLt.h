// cuBLASLt's matrix product: descriptors of the operation and of the matrices (column or row order, batches), and
// cublasLtMatmul with its epilogues. The product is cuBLAS's kernel, with sums in float (double, int); the epilogue is a loop on
// the host, complete when the call returns. All algorithms are the same one, which needs no workspace.
#pragma once
#include <cublas_v2.h>
#include <stdint.h>
#include "detail/cublas_lt_types.h"
#include "detail/cublas_lt_matmul.h"

struct cublasLtContext {};
typedef cublasLtContext* cublasLtHandle_t;
CUTS_BLAS cublasLtCreate(cublasLtHandle_t* handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = new cublasLtContext();
  return CUBLAS_STATUS_SUCCESS;
}
CUTS_BLAS cublasLtDestroy(cublasLtHandle_t handle) {
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
static inline size_t cublasLtGetVersion() { return CUBLAS_VERSION; }
static inline const char* cublasLtGetStatusName(cublasStatus_t status) { return cublasGetStatusName(status); }
static inline const char* cublasLtGetStatusString(cublasStatus_t status) { return cublasGetStatusString(status); }

#define CUTS_LT_OBJECT(Name, Opaque, parameters, arguments)              \
  CUTS_BLAS Name##Create(Opaque** made, CUTS_LT_ONLY parameters) {       \
    if (made == nullptr) return CUBLAS_STATUS_INVALID_VALUE;             \
    *made = new Opaque();                                                \
    return Name##Init(*made, CUTS_LT_ONLY arguments);                    \
  }                                                                      \
  CUTS_BLAS Name##Destroy(Opaque* object) {                              \
    delete object;                                                       \
    return CUBLAS_STATUS_SUCCESS;                                        \
  }
#define CUTS_LT_ONLY(...) __VA_ARGS__
CUTS_BLAS cublasLtMatmulDescInit(cublasLtMatmulDesc_t desc, cublasComputeType_t compute, cudaDataType_t scale) {
  *desc = cublasLtMatmulDescOpaque_t();
  desc->compute = compute;
  desc->scale_type = scale;
  desc->bias_type = desc->aux_type = CUTS_LT_UNSET;
  return CUBLAS_STATUS_SUCCESS;
}
CUTS_LT_OBJECT(cublasLtMatmulDesc, cublasLtMatmulDescOpaque_t, (cublasComputeType_t compute, cudaDataType_t scale), (compute, scale))
CUTS_BLAS cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t layout, cudaDataType_t type, uint64_t rows, uint64_t columns, int64_t ld) {
  *layout = cublasLtMatrixLayoutOpaque_t();
  layout->type = type;
  layout->rows = rows;
  layout->columns = columns;
  layout->ld = ld;
  layout->batches = 1;
  return CUBLAS_STATUS_SUCCESS;
}
CUTS_LT_OBJECT(cublasLtMatrixLayout, cublasLtMatrixLayoutOpaque_t, (cudaDataType_t type, uint64_t rows, uint64_t columns, int64_t ld),
               (type, rows, columns, ld))
#undef CUTS_LT_OBJECT
#undef CUTS_LT_ONLY
CUTS_BLAS cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t preference) {
  *preference = cublasLtMatmulPreferenceOpaque_t();
  return CUBLAS_STATUS_SUCCESS;
}
CUTS_BLAS cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* made) {
  *made = new cublasLtMatmulPreferenceOpaque_t();
  return CUBLAS_STATUS_SUCCESS;
}
CUTS_BLAS cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  delete preference;
  return CUBLAS_STATUS_SUCCESS;
}
// A preference only chooses among algorithms, and there is one.
CUTS_BLAS cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference, cublasLtMatmulPreferenceAttributes_t,
                                               const void* value, size_t) {
  return preference == nullptr || value == nullptr ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
}

#define CUTS_LT_ATTRIBUTE(name, member)                                              \
  case name:                                                                         \
    if (bytes < sizeof(object->member)) return CUBLAS_STATUS_INVALID_VALUE;          \
    memcpy(set ? (void*)&object->member : value, set ? value : (void*)&object->member, sizeof(object->member)); \
    return CUBLAS_STATUS_SUCCESS;
inline cublasStatus_t cuts_lt_attribute(bool set, cublasLtMatmulDesc_t object, cublasLtMatmulDescAttributes_t attribute, void* value,
                                        size_t bytes) {
  if (object == nullptr || value == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  switch (attribute) {
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, compute)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_SCALE_TYPE, scale_type)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_POINTER_MODE, pointer_mode)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_TRANSA, op_a)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_TRANSB, op_b)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_TRANSC, op_c)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_FILL_MODE, fill_mode)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, bias_stride)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, bias_type)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, aux_ld)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, aux_stride)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, aux_type)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, a_scale)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, b_scale)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, c_scale)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, d_scale)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, d_largest)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_FAST_ACCUM, fast)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, processors)
  }
  fprintf(stderr, "cublasLtMatmulDescSetAttribute: attribute %d is not supported on the cpu device\n", int(attribute));
  return CUBLAS_STATUS_NOT_SUPPORTED;
}
inline cublasStatus_t cuts_lt_attribute(bool set, cublasLtMatrixLayout_t object, cublasLtMatrixLayoutAttribute_t attribute, void* value,
                                        size_t bytes) {
  if (object == nullptr || value == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  switch (attribute) {
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_TYPE, type)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_ORDER, order)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_ROWS, rows)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_COLS, columns)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_LD, ld)
    CUTS_LT_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, batches)
    // Programs pass a size_t, which has four bytes where pointers do.
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
      if (set) object->batch_stride = bytes >= 8 ? *static_cast<const int64_t*>(value) : *static_cast<const int*>(value);
      else *static_cast<int64_t*>(value) = object->batch_stride;
      return CUBLAS_STATUS_SUCCESS;
  }
  fprintf(stderr, "cublasLtMatrixLayoutSetAttribute: attribute %d is not supported on the cpu device\n", int(attribute));
  return CUBLAS_STATUS_NOT_SUPPORTED;
}
#undef CUTS_LT_ATTRIBUTE
CUTS_BLAS cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute, const void* value,
                                         size_t bytes) {
  return cuts_lt_attribute(true, desc, attribute, const_cast<void*>(value), bytes);
}
CUTS_BLAS cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute, void* value,
                                         size_t bytes, size_t* written) {
  if (written != nullptr) *written = bytes;
  return cuts_lt_attribute(false, desc, attribute, value, bytes);
}
CUTS_BLAS cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t attribute,
                                           const void* value, size_t bytes) {
  return cuts_lt_attribute(true, layout, attribute, const_cast<void*>(value), bytes);
}
CUTS_BLAS cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t attribute, void* value,
                                           size_t bytes, size_t* written) {
  if (written != nullptr) *written = bytes;
  return cuts_lt_attribute(false, layout, attribute, value, bytes);
}

CUTS_BLAS cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a,
                                         cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                         cublasLtMatmulPreference_t, int asked, cublasLtMatmulHeuristicResult_t* results,
                                         int* found) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (results == nullptr || found == nullptr || asked < 1) return CUBLAS_STATUS_INVALID_VALUE;
  const cublasStatus_t status = cuts_lt_check(desc, a, b, c, d);
  *found = status == CUBLAS_STATUS_SUCCESS ? 1 : 0;
  if (status == CUBLAS_STATUS_SUCCESS) *results = cublasLtMatmulHeuristicResult_t{};
  return status;
}
CUTS_BLAS_LAZY cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void* alpha, const void* a,
                              cublasLtMatrixLayout_t a_layout, const void* b, cublasLtMatrixLayout_t b_layout, const void* beta,
                              const void* c, cublasLtMatrixLayout_t c_layout, void* d, cublasLtMatrixLayout_t d_layout,
                              const cublasLtMatmulAlgo_t*, void*, size_t, cudaStream_t stream) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (cublasStatus_t status = cuts_lt_check(desc, a_layout, b_layout, c_layout, d_layout); status != CUBLAS_STATUS_SUCCESS)
    return status;
  if (alpha == nullptr || beta == nullptr || a == nullptr || b == nullptr || d == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  cuts_lt_product call = {desc, alpha, beta, a, b, c, d, a_layout, b_layout, c_layout, d_layout, stream};
  switch (desc->compute) {
    case CUBLAS_COMPUTE_64F: case CUBLAS_COMPUTE_64F_PEDANTIC: return call.template run<double>();
    case CUBLAS_COMPUTE_32I: case CUBLAS_COMPUTE_32I_PEDANTIC: return call.template run<int>();
    default: return call.template run<float>();
  }
}

#define CUTS_MISSING(name) CUTS_LIBRARY_MISSING(cublasStatus_t, name)
CUTS_MISSING(cublasLtMatrixTransform)
CUTS_MISSING(cublasLtMatrixTransformDescCreate)
CUTS_MISSING(cublasLtMatrixTransformDescSetAttribute)
CUTS_MISSING(cublasLtMatrixTransformDescDestroy)
CUTS_MISSING(cublasLtMatmulAlgoGetIds)
CUTS_MISSING(cublasLtMatmulAlgoInit)
CUTS_MISSING(cublasLtMatmulAlgoCheck)
CUTS_MISSING(cublasLtMatmulAlgoCapGetAttribute)
CUTS_MISSING(cublasLtMatmulAlgoConfigSetAttribute)
CUTS_MISSING(cublasLtMatmulAlgoConfigGetAttribute)
#undef CUTS_MISSING
