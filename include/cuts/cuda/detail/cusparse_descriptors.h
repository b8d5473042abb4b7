// cuSPARSE's descriptors: sparse and dense vectors and matrices, with 32- and 64-bit indices counted from 0 or 1.
#pragma once
#include "cusparse_types.h"

struct cusparseMatDescr {
  cusparseMatrixType_t type;
  cusparseFillMode_t fill;
  cusparseDiagType_t diagonal;
  cusparseIndexBase_t base;
};
typedef cusparseMatDescr* cusparseMatDescr_t;
struct cusparseSpVecDescr {
  int64_t size, nnz;
  void *indices, *values;
  cusparseIndexType_t index_type;
  cusparseIndexBase_t base;
  cudaDataType type;
};
struct cusparseDnVecDescr {
  int64_t size;
  void* values;
  cudaDataType type;
};
// `offsets` are those of rows (CSR) or columns (CSC), or the rows themselves (COO); `indices` the other coordinate.
struct cusparseSpMatDescr {
  cusparseFormat_t format;
  int64_t rows, columns, nnz;
  void *offsets, *indices, *values;
  cusparseIndexType_t offset_type, index_type;
  cusparseIndexBase_t base;
  cudaDataType type;
  cusparseFillMode_t fill;
  cusparseDiagType_t diagonal;
  int batches;
  int64_t offsets_stride, values_stride;
};
struct cusparseDnMatDescr {
  int64_t rows, columns, ld;
  void* values;
  cudaDataType type;
  cusparseOrder_t order;
  int batches;
  int64_t batch_stride;
};
typedef cusparseSpVecDescr* cusparseSpVecDescr_t;
typedef cusparseDnVecDescr* cusparseDnVecDescr_t;
typedef cusparseSpMatDescr* cusparseSpMatDescr_t;
typedef cusparseDnMatDescr* cusparseDnMatDescr_t;
typedef const cusparseSpVecDescr* cusparseConstSpVecDescr_t;
typedef const cusparseDnVecDescr* cusparseConstDnVecDescr_t;
typedef const cusparseSpMatDescr* cusparseConstSpMatDescr_t;
typedef const cusparseDnMatDescr* cusparseConstDnMatDescr_t;

// Indices, counted from 0 whatever their base is.
inline int64_t cuts_sparse_index(const void* array, cusparseIndexType_t type, int64_t base, int64_t i) {
  return (type == CUSPARSE_INDEX_64I ? static_cast<const int64_t*>(array)[i] : static_cast<const int*>(array)[i]) - base;
}
inline void cuts_sparse_set_index(void* array, cusparseIndexType_t type, int64_t base, int64_t i, int64_t value) {
  if (type == CUSPARSE_INDEX_64I) static_cast<int64_t*>(array)[i] = value + base;
  else static_cast<int*>(array)[i] = int(value + base);
}
// Calls step(row, column, position) for every stored element of one matrix of a batch, in the order of storage; `position`
// counts from the first value of the batch.
template <class Step> void cuts_sparse_each(cusparseConstSpMatDescr_t m, int batch, Step step) {
  const int64_t first = batch * m->values_stride, offset = batch * m->offsets_stride;
  if (m->format == CUSPARSE_FORMAT_COO) {
    for (int64_t i = first; i < first + m->nnz; ++i)
      step(cuts_sparse_index(m->offsets, m->offset_type, m->base, i), cuts_sparse_index(m->indices, m->index_type, m->base, i), i);
    return;
  }
  const bool by_rows = m->format == CUSPARSE_FORMAT_CSR;
  for (int64_t line = 0; line < (by_rows ? m->rows : m->columns); ++line) {
    const int64_t end = cuts_sparse_index(m->offsets, m->offset_type, m->base, offset + line + 1);
    for (int64_t i = cuts_sparse_index(m->offsets, m->offset_type, m->base, offset + line); i < end; ++i) {
      const int64_t other = cuts_sparse_index(m->indices, m->index_type, m->base, first + i);
      step(by_rows ? line : other, by_rows ? other : line, first + i);
    }
  }
}
inline int64_t cuts_dense_at(cusparseConstDnMatDescr_t m, int batch, int64_t i, int64_t j) {
  return batch * m->batch_stride + (m->order == CUSPARSE_ORDER_COL ? j * m->ld + i : i * m->ld + j);
}
// Calls step(Number()) with the type that is computed in.
template <class Step> cusparseStatus_t cuts_sparse_in(cudaDataType type, Step step) {
  switch (type) {
    case CUDA_R_32F: case CUDA_R_16F: case CUDA_R_16BF: return step(float());
    case CUDA_R_64F: return step(double());
    case CUDA_C_32F: return step(cuts_complex<float>(0));
    case CUDA_C_64F: return step(cuts_complex<double>(0));
    case CUDA_R_32I: return step(int());
    default:
      fprintf(stderr, "cuSPARSE: compute type %d is not supported on the cpu device\n", int(type));
      return CUSPARSE_STATUS_NOT_SUPPORTED;
  }
}
// alpha and beta have the compute type.
template <class Number> Number cuts_sparse_scalar(const void* scalar) { return *static_cast<const Number*>(scalar); }

CUTS_SPARSE cusparseCreateMatDescr(cusparseMatDescr_t* made) {
  *made = new cusparseMatDescr();
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseDestroyMatDescr(cusparseMatDescr_t descr) {
  delete descr;
  return CUSPARSE_STATUS_SUCCESS;
}
#define CUTS_SPARSE_OPTION(Name, type_, member)                                                 \
  CUTS_SPARSE cusparseSet##Name(cusparseMatDescr_t descr, type_ value) {                        \
    CUTS_SPARSE_NEED(descr != nullptr);                                                         \
    descr->member = value;                                                                      \
    return CUSPARSE_STATUS_SUCCESS;                                                             \
  }                                                                                             \
  static inline type_ cusparseGet##Name(const cusparseMatDescr* descr) { return descr->member; }
CUTS_SPARSE_OPTION(MatType, cusparseMatrixType_t, type)
CUTS_SPARSE_OPTION(MatFillMode, cusparseFillMode_t, fill)
CUTS_SPARSE_OPTION(MatDiagType, cusparseDiagType_t, diagonal)
CUTS_SPARSE_OPTION(MatIndexBase, cusparseIndexBase_t, base)
#undef CUTS_SPARSE_OPTION

#define CUTS_SPARSE_DESTROY(name, type)        \
  CUTS_SPARSE name(const type* descr) {        \
    delete descr;                              \
    return CUSPARSE_STATUS_SUCCESS;            \
  }
CUTS_SPARSE_DESTROY(cusparseDestroySpVec, cusparseSpVecDescr)
CUTS_SPARSE_DESTROY(cusparseDestroyDnVec, cusparseDnVecDescr)
CUTS_SPARSE_DESTROY(cusparseDestroySpMat, cusparseSpMatDescr)
CUTS_SPARSE_DESTROY(cusparseDestroyDnMat, cusparseDnMatDescr)
#undef CUTS_SPARSE_DESTROY

// Each also as `Const`, of memory that is only read.
#define CUTS_SPARSE_CREATE(Const, cst)                                                                                        \
  CUTS_SPARSE cusparseCreate##Const##SpVec(cst cusparseSpVecDescr** made, int64_t size, int64_t nnz, cst void* indices,       \
                                           cst void* values, cusparseIndexType_t index_type, cusparseIndexBase_t base,        \
                                           cudaDataType type) {                                                               \
    CUTS_SPARSE_NEED(made != nullptr && size >= 0 && nnz >= 0 && nnz <= size);                                                \
    *made = new cusparseSpVecDescr{size, nnz, (void*)indices, (void*)values, index_type, base, type};                         \
    return CUSPARSE_STATUS_SUCCESS;                                                                                           \
  }                                                                                                                           \
  CUTS_SPARSE cusparseCreate##Const##DnVec(cst cusparseDnVecDescr** made, int64_t size, cst void* values,                     \
                                           cudaDataType type) {                                                               \
    CUTS_SPARSE_NEED(made != nullptr && size >= 0);                                                                           \
    *made = new cusparseDnVecDescr{size, (void*)values, type};                                                                \
    return CUSPARSE_STATUS_SUCCESS;                                                                                           \
  }                                                                                                                           \
  CUTS_SPARSE cusparseCreate##Const##DnMat(cst cusparseDnMatDescr** made, int64_t rows, int64_t columns, int64_t ld,          \
                                           cst void* values, cudaDataType type, cusparseOrder_t order) {                      \
    CUTS_SPARSE_NEED(made != nullptr && rows >= 0 && columns >= 0 && ld >= (order == CUSPARSE_ORDER_COL ? rows : columns));   \
    *made = new cusparseDnMatDescr{rows, columns, ld, (void*)values, type, order, 1, 0};                                      \
    return CUSPARSE_STATUS_SUCCESS;                                                                                           \
  }                                                                                                                           \
  CUTS_SPARSE cusparseCreate##Const##Csr(cst cusparseSpMatDescr** made, int64_t rows, int64_t columns, int64_t nnz,           \
                                         cst void* offsets, cst void* indices, cst void* values,                              \
                                         cusparseIndexType_t offset_type, cusparseIndexType_t index_type,                     \
                                         cusparseIndexBase_t base, cudaDataType type) {                                       \
    return cuts_sparse_create(const_cast<cusparseSpMatDescr**>(made), CUSPARSE_FORMAT_CSR, rows, columns, nnz, (void*)offsets, \
                              (void*)indices, (void*)values, offset_type, index_type, base, type);                            \
  }                                                                                                                           \
  CUTS_SPARSE cusparseCreate##Const##Csc(cst cusparseSpMatDescr** made, int64_t rows, int64_t columns, int64_t nnz,           \
                                         cst void* offsets, cst void* indices, cst void* values,                              \
                                         cusparseIndexType_t offset_type, cusparseIndexType_t index_type,                     \
                                         cusparseIndexBase_t base, cudaDataType type) {                                       \
    return cuts_sparse_create(const_cast<cusparseSpMatDescr**>(made), CUSPARSE_FORMAT_CSC, rows, columns, nnz, (void*)offsets, \
                              (void*)indices, (void*)values, offset_type, index_type, base, type);                            \
  }                                                                                                                           \
  CUTS_SPARSE cusparseCreate##Const##Coo(cst cusparseSpMatDescr** made, int64_t rows, int64_t columns, int64_t nnz,           \
                                         cst void* row_indices, cst void* indices, cst void* values,                          \
                                         cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {       \
    return cuts_sparse_create(const_cast<cusparseSpMatDescr**>(made), CUSPARSE_FORMAT_COO, rows, columns, nnz,                \
                              (void*)row_indices, (void*)indices, (void*)values, index_type, index_type, base, type);         \
  }
inline cusparseStatus_t cuts_sparse_create(cusparseSpMatDescr** made, cusparseFormat_t format, int64_t rows, int64_t columns,
                                           int64_t nnz, void* offsets, void* indices, void* values,
                                           cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                           cusparseIndexBase_t base, cudaDataType type) {
  CUTS_SPARSE_NEED(made != nullptr && rows >= 0 && columns >= 0 && nnz >= 0);
  if (offset_type == CUSPARSE_INDEX_16U || index_type == CUSPARSE_INDEX_16U) return CUSPARSE_STATUS_NOT_SUPPORTED;
  *made = new cusparseSpMatDescr{format, rows, columns, nnz, offsets, indices, values, offset_type, index_type, base, type,
                                 CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT, 1, 0, 0};
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE_CREATE(, )
CUTS_SPARSE_CREATE(Const, const)
#undef CUTS_SPARSE_CREATE

CUTS_SPARSE cusparseSpMatGetSize(cusparseConstSpMatDescr_t m, int64_t* rows, int64_t* columns, int64_t* nnz) {
  CUTS_SPARSE_NEED(m != nullptr);
  *rows = m->rows;
  *columns = m->columns;
  *nnz = m->nnz;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseSpMatGetFormat(cusparseConstSpMatDescr_t m, cusparseFormat_t* format) {
  *format = m->format;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t m, cusparseIndexBase_t* base) {
  *base = m->base;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseSpMatGetValues(cusparseSpMatDescr_t m, void** values) {
  *values = m->values;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseSpMatSetValues(cusparseSpMatDescr_t m, void* values) {
  m->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseSpMatSetAttribute(cusparseSpMatDescr_t m, cusparseSpMatAttribute_t attribute, const void* data, size_t) {
  CUTS_SPARSE_NEED(m != nullptr && data != nullptr);
  if (attribute == CUSPARSE_SPMAT_FILL_MODE) m->fill = *static_cast<const cusparseFillMode_t*>(data);
  else m->diagonal = *static_cast<const cusparseDiagType_t*>(data);
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t m, cusparseSpMatAttribute_t attribute, void* data, size_t) {
  CUTS_SPARSE_NEED(m != nullptr && data != nullptr);
  if (attribute == CUSPARSE_SPMAT_FILL_MODE) *static_cast<cusparseFillMode_t*>(data) = m->fill;
  else *static_cast<cusparseDiagType_t*>(data) = m->diagonal;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t m, int* batches) {
  *batches = m->batches;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseCsrSetStridedBatch(cusparseSpMatDescr_t m, int batches, int64_t offsets_stride, int64_t values_stride) {
  CUTS_SPARSE_NEED(m != nullptr && batches > 0);
  m->batches = batches;
  m->offsets_stride = offsets_stride;
  m->values_stride = values_stride;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseCooSetStridedBatch(cusparseSpMatDescr_t m, int batches, int64_t stride) {
  return cusparseCsrSetStridedBatch(m, batches, stride, stride);
}
CUTS_SPARSE cusparseCsrSetPointers(cusparseSpMatDescr_t m, void* offsets, void* indices, void* values) {
  CUTS_SPARSE_NEED(m != nullptr);
  m->offsets = offsets;
  m->indices = indices;
  m->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseCscSetPointers(cusparseSpMatDescr_t m, void* offsets, void* indices, void* values) {
  return cusparseCsrSetPointers(m, offsets, indices, values);
}
CUTS_SPARSE cusparseCooSetPointers(cusparseSpMatDescr_t m, void* rows, void* columns, void* values) {
  return cusparseCsrSetPointers(m, rows, columns, values);
}
CUTS_SPARSE cusparseCsrGet(cusparseSpMatDescr_t m, int64_t* rows, int64_t* columns, int64_t* nnz, void** offsets, void** indices,
                           void** values, cusparseIndexType_t* offset_type, cusparseIndexType_t* index_type,
                           cusparseIndexBase_t* base, cudaDataType* type) {
  *rows = m->rows, *columns = m->columns, *nnz = m->nnz;
  *offsets = m->offsets, *indices = m->indices, *values = m->values;
  *offset_type = m->offset_type, *index_type = m->index_type, *base = m->base, *type = m->type;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseCooGet(cusparseSpMatDescr_t m, int64_t* rows, int64_t* columns, int64_t* nnz, void** row_indices,
                           void** indices, void** values, cusparseIndexType_t* index_type, cusparseIndexBase_t* base,
                           cudaDataType* type) {
  cusparseIndexType_t same;
  return cusparseCsrGet(m, rows, columns, nnz, row_indices, indices, values, &same, index_type, base, type);
}
CUTS_SPARSE cusparseDnVecGet(cusparseDnVecDescr_t v, int64_t* size, void** values, cudaDataType* type) {
  *size = v->size, *values = v->values, *type = v->type;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseDnVecGetValues(cusparseDnVecDescr_t v, void** values) {
  *values = v->values;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseDnVecSetValues(cusparseDnVecDescr_t v, void* values) {
  v->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseSpVecGetValues(cusparseSpVecDescr_t v, void** values) {
  *values = v->values;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseSpVecSetValues(cusparseSpVecDescr_t v, void* values) {
  v->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseDnMatGet(cusparseDnMatDescr_t m, int64_t* rows, int64_t* columns, int64_t* ld, void** values,
                             cudaDataType* type, cusparseOrder_t* order) {
  *rows = m->rows, *columns = m->columns, *ld = m->ld, *values = m->values, *type = m->type, *order = m->order;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseDnMatGetValues(cusparseDnMatDescr_t m, void** values) {
  *values = m->values;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseDnMatSetValues(cusparseDnMatDescr_t m, void* values) {
  m->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t m, int batches, int64_t stride) {
  CUTS_SPARSE_NEED(m != nullptr && batches > 0);
  m->batches = batches;
  m->batch_stride = stride;
  return CUSPARSE_STATUS_SUCCESS;
}
