// cuSPARSE: between dense and sparse, between formats, sorting, counting, and sums of sparse matrices.
#pragma once
#include "cusparse_products.h"

CUTS_SPARSE cusparseSparseToDense_bufferSize(cusparseHandle_t, cusparseConstSpMatDescr_t, cusparseDnMatDescr_t,
                                             cusparseSparseToDenseAlg_t, size_t* bytes) {
  return cuts_sparse_buffer(bytes);
}
CUTS_SPARSE_LAZY cusparseSparseToDense(cusparseHandle_t h, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b,
                                  cusparseSparseToDenseAlg_t, void*) {
  CUTS_SPARSE_BEGIN(h);
  CUTS_SPARSE_NEED(a != nullptr && b != nullptr && a->rows == b->rows && a->columns == b->columns && a->type == b->type);
  const size_t bytes = cuts_type_bytes(a->type);
  for (int64_t i = 0; i < b->rows; ++i)
    for (int64_t j = 0; j < b->columns; ++j) memset(static_cast<char*>(b->values) + cuts_dense_at(b, 0, i, j) * bytes, 0, bytes);
  cuts_sparse_each(a, 0, [&](int64_t i, int64_t j, int64_t at) {
    memcpy(static_cast<char*>(b->values) + cuts_dense_at(b, 0, i, j) * bytes, static_cast<const char*>(a->values) + at * bytes, bytes);
  });
  return CUSPARSE_STATUS_SUCCESS;
}
// Calls step(i, j, position) for the elements of a dense matrix that are not zero, row by row or column by column.
template <class Step> void cuts_dense_each(cusparseConstDnMatDescr_t a, bool by_columns, Step step) {
  for (int64_t outer = 0; outer < (by_columns ? a->columns : a->rows); ++outer)
    for (int64_t inner = 0; inner < (by_columns ? a->rows : a->columns); ++inner) {
      const int64_t i = by_columns ? inner : outer, j = by_columns ? outer : inner, at = cuts_dense_at(a, 0, i, j);
      if (cuts_load<cuts_complex<double>>(a->values, a->type, at) != cuts_complex<double>(0)) step(i, j, at);
    }
}
CUTS_SPARSE cusparseDenseToSparse_bufferSize(cusparseHandle_t, cusparseConstDnMatDescr_t, cusparseSpMatDescr_t,
                                             cusparseDenseToSparseAlg_t, size_t* bytes) {
  return cuts_sparse_buffer(bytes);
}
// Counts: the descriptor gets the number of elements, the offsets (CSR, CSC) are written.
CUTS_SPARSE_LAZY cusparseDenseToSparse_analysis(cusparseHandle_t h, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,
                                           cusparseDenseToSparseAlg_t, void*) {
  CUTS_SPARSE_BEGIN(h);
  CUTS_SPARSE_NEED(a != nullptr && b != nullptr && a->rows == b->rows && a->columns == b->columns && a->type == b->type);
  const bool by_columns = b->format == CUSPARSE_FORMAT_CSC;
  const int64_t lines = by_columns ? b->columns : b->rows;
  std::vector<int64_t> offsets(size_t(lines) + 1, 0);
  cuts_dense_each(a, by_columns, [&](int64_t i, int64_t j, int64_t) { ++offsets[size_t(by_columns ? j : i) + 1]; });
  for (size_t i = 0; i < size_t(lines); ++i) offsets[i + 1] += offsets[i];
  if (b->format != CUSPARSE_FORMAT_COO)
    for (int64_t i = 0; i <= lines; ++i) cuts_sparse_set_index(b->offsets, b->offset_type, b->base, i, offsets[size_t(i)]);
  b->nnz = offsets[size_t(lines)];
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE_LAZY cusparseDenseToSparse_convert(cusparseHandle_t h, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,
                                          cusparseDenseToSparseAlg_t, void*) {
  CUTS_SPARSE_BEGIN(h);
  CUTS_SPARSE_NEED(a != nullptr && b != nullptr);
  const bool by_columns = b->format == CUSPARSE_FORMAT_CSC;
  const size_t bytes = cuts_type_bytes(a->type);
  int64_t next = 0;
  cuts_dense_each(a, by_columns, [&](int64_t i, int64_t j, int64_t at) {
    if (b->format == CUSPARSE_FORMAT_COO) cuts_sparse_set_index(b->offsets, b->offset_type, b->base, next, i);
    cuts_sparse_set_index(b->indices, b->index_type, b->base, next, by_columns ? i : j);
    memcpy(static_cast<char*>(b->values) + next * bytes, static_cast<const char*>(a->values) + at * bytes, bytes);
    ++next;
  });
  return CUSPARSE_STATUS_SUCCESS;
}

CUTS_SPARSE cusparseCsr2cscEx2_bufferSize(cusparseHandle_t, int, int, int, const void*, const int*, const int*, void*, int*, int*,
                                          cudaDataType, cusparseAction_t, cusparseIndexBase_t, cusparseCsr2CscAlg_t, size_t* bytes) {
  return cuts_sparse_buffer(bytes);
}
CUTS_SPARSE_LAZY cusparseCsr2cscEx2(cusparseHandle_t h, int m, int n, int, const void* values, const int* offsets, const int* columns,
                               void* out, int* out_offsets, int* out_rows, cudaDataType type, cusparseAction_t action,
                               cusparseIndexBase_t base, cusparseCsr2CscAlg_t, void*) {
  CUTS_SPARSE_BEGIN(h);
  CUTS_SPARSE_NEED(m >= 0 && n >= 0);
  const size_t bytes = cuts_type_bytes(type);
  std::vector<int> next(size_t(n) + 1, 0);
  const int end = offsets[m] - base;
  for (int p = 0; p < end; ++p) ++next[size_t(columns[p] - base) + 1];
  for (int j = 0; j < n; ++j) next[j + 1] += next[j];
  for (int j = 0; j <= n; ++j) out_offsets[j] = next[j] + base;
  for (int i = 0; i < m; ++i)
    for (int p = offsets[i] - base; p < offsets[i + 1] - base; ++p) {
      const int at = next[columns[p] - base]++;
      out_rows[at] = i + base;
      if (action == CUSPARSE_ACTION_NUMERIC)
        memcpy(static_cast<char*>(out) + at * bytes, static_cast<const char*>(values) + p * bytes, bytes);
    }
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE_LAZY cusparseXcoo2csr(cusparseHandle_t h, const int* rows, int nnz, int m, int* offsets, cusparseIndexBase_t base) {
  CUTS_SPARSE_BEGIN(h);
  std::vector<int> counts(size_t(m) + 1, 0);
  for (int i = 0; i < nnz; ++i) ++counts[size_t(rows[i] - base) + 1];
  for (int i = 0; i < m; ++i) counts[i + 1] += counts[i];
  for (int i = 0; i <= m; ++i) offsets[i] = counts[i] + base;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE_LAZY cusparseXcsr2coo(cusparseHandle_t h, const int* offsets, int, int m, int* rows, cusparseIndexBase_t base) {
  CUTS_SPARSE_BEGIN(h);
  for (int i = 0; i < m; ++i)
    for (int p = offsets[i] - base; p < offsets[i + 1] - base; ++p) rows[p] = i + base;
  return CUSPARSE_STATUS_SUCCESS;
}

CUTS_SPARSE_LAZY cusparseCreateIdentityPermutation(cusparseHandle_t h, int n, int* p) {
  CUTS_SPARSE_BEGIN(h);
  for (int i = 0; i < n; ++i) p[i] = i;
  return CUSPARSE_STATUS_SUCCESS;
}
// Sorts pairs (major, minor) of equal keys' order, and the permutation along; a stable merge sort of positions.
inline void cuts_sparse_sort(int begin, int end, int* major, int* minor, int* p) {
  const int n = end - begin;
  std::vector<int> order(size_t(n > 0 ? n : 0)), other(order.size());
  for (int i = 0; i < n; ++i) order[i] = begin + i;
  const auto before = [&](int a, int b) { return major[a] != major[b] ? major[a] < major[b] : minor != nullptr && minor[a] < minor[b]; };
  for (int width = 1; width < n; width *= 2) {
    for (int low = 0; low < n; low += 2 * width) {
      const int middle = low + width < n ? low + width : n, high = low + 2 * width < n ? low + 2 * width : n;
      for (int i = low, j = middle, k = low; k < high; ++k)
        other[k] = j < high && (i == middle || before(order[j], order[i])) ? order[j++] : order[i++];
    }
    order.swap(other);
  }
  for (int* array : {major, minor, p}) {
    if (array == nullptr) continue;
    const std::vector<int> kept = cuts_sparse_kept(array + begin, n);
    for (int i = 0; i < n; ++i) array[begin + i] = kept[order[i] - begin];
  }
}
CUTS_SPARSE cusparseXcsrsort_bufferSizeExt(cusparseHandle_t, int, int, int, const int*, const int*, size_t* bytes) {
  return cuts_sparse_buffer(bytes);
}
CUTS_SPARSE_LAZY cusparseXcsrsort(cusparseHandle_t h, int m, int, int, const cusparseMatDescr* descr, const int* offsets, int* columns,
                             int* p, void*) {
  CUTS_SPARSE_BEGIN(h);
  for (int i = 0; i < m; ++i) cuts_sparse_sort(offsets[i] - descr->base, offsets[i + 1] - descr->base, columns, nullptr, p);
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseXcscsort_bufferSizeExt(cusparseHandle_t, int, int, int, const int*, const int*, size_t* bytes) {
  return cuts_sparse_buffer(bytes);
}
CUTS_SPARSE_LAZY cusparseXcscsort(cusparseHandle_t h, int m, int n, int nnz, const cusparseMatDescr* descr, const int* offsets, int* rows,
                             int* p, void* buffer) {
  return cusparseXcsrsort(h, n, m, nnz, descr, offsets, rows, p, buffer);
}
CUTS_SPARSE cusparseXcoosort_bufferSizeExt(cusparseHandle_t, int, int, int, const int*, const int*, size_t* bytes) {
  return cuts_sparse_buffer(bytes);
}
CUTS_SPARSE_LAZY cusparseXcoosortByRow(cusparseHandle_t h, int, int, int nnz, int* rows, int* columns, int* p, void*) {
  CUTS_SPARSE_BEGIN(h);
  cuts_sparse_sort(0, nnz, rows, columns, p);
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE_LAZY cusparseXcoosortByColumn(cusparseHandle_t h, int, int, int nnz, int* rows, int* columns, int* p, void*) {
  CUTS_SPARSE_BEGIN(h);
  cuts_sparse_sort(0, nnz, columns, rows, p);
  return CUSPARSE_STATUS_SUCCESS;
}

template <class Number>
cusparseStatus_t cuts_sparse_nnz(cusparseHandle_t h, cusparseDirection_t direction, int m, int n, const Number* a, int lda,
                                 int* counts, int* total) {
  CUTS_SPARSE_BEGIN(h);
  CUTS_SPARSE_NEED(m >= 0 && n >= 0 && lda >= m);
  const bool rows = direction == CUSPARSE_DIRECTION_ROW;
  int sum = 0;
  for (int i = 0; i < (rows ? m : n); ++i) counts[i] = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      if (a[size_t(j) * lda + i] != Number(0)) ++counts[rows ? i : j], ++sum;
  *total = sum;
  return CUSPARSE_STATUS_SUCCESS;
}

// c = alpha * a + beta * b, all CSR.
template <class Number>
cusparseStatus_t cuts_sparse_geam(cusparseHandle_t h, int m, int n, Number alpha, int a_base, const Number* a_values,
                                  const int* a_offsets, const int* a_columns, Number beta, int b_base, const Number* b_values,
                                  const int* b_offsets, const int* b_columns, int c_base, Number* c_values, int* c_offsets,
                                  int* c_columns, int* total) {
  CUTS_SPARSE_BEGIN(h);
  CUTS_SPARSE_NEED(m >= 0 && n >= 0);
  cuts_sparse_rows<Number> made(n);
  for (int i = 0; i < m; ++i) {
    for (int p = a_offsets[i] - a_base; p < a_offsets[i + 1] - a_base; ++p)
      made.add(a_columns[p] - a_base, a_values == nullptr ? Number(0) : alpha * a_values[p]);
    for (int p = b_offsets[i] - b_base; p < b_offsets[i + 1] - b_base; ++p)
      made.add(b_columns[p] - b_base, b_values == nullptr ? Number(0) : beta * b_values[p]);
    made.end_row();
  }
  for (int i = 0; i <= m; ++i) c_offsets[i] = int(made.offsets[size_t(i)]) + c_base;
  for (size_t p = 0; c_columns != nullptr && p < made.columns.size(); ++p) {
    c_columns[p] = int(made.columns[p]) + c_base;
    c_values[p] = made.values[p];
  }
  if (total != nullptr) *total = int(made.columns.size());
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE_LAZY cusparseXcsrgeam2Nnz(cusparseHandle_t h, int m, int n, const cusparseMatDescr* a, int, const int* a_offsets,
                                      const int* a_columns, const cusparseMatDescr* b, int, const int* b_offsets,
                                      const int* b_columns, const cusparseMatDescr* c, int* c_offsets, int* total, void*) {
  return cuts_sparse_geam<float>(h, m, n, 0, a->base, nullptr, a_offsets, a_columns, 0, b->base, nullptr, b_offsets, b_columns,
                                 c->base, nullptr, c_offsets, nullptr, total);
}
#define CUTS_SPARSE_TYPE(P, T)                                                                                                  \
  CUTS_SPARSE_LAZY cusparse##P##nnz(cusparseHandle_t h, cusparseDirection_t direction, int m, int n, const cusparseMatDescr*,   \
                                    const T* a, int lda, int* counts, int* total) {                                             \
    return cuts_sparse_nnz(h, direction, m, n, cuts_numbers(a), lda, counts, total);                                            \
  }                                                                                                                             \
  CUTS_SPARSE cusparse##P##csrgeam2_bufferSizeExt(                                                                              \
      cusparseHandle_t, int, int, const T*, const cusparseMatDescr*, int, const T*, const int*, const int*, const T*,           \
      const cusparseMatDescr*, int, const T*, const int*, const int*, const cusparseMatDescr*, const T*, const int*,            \
      const int*, size_t* bytes) {                                                                                              \
    return cuts_sparse_buffer(bytes);                                                                                           \
  }                                                                                                                             \
  CUTS_SPARSE_LAZY cusparse##P##csrgeam2(cusparseHandle_t h, int m, int n, const T* alpha, const cusparseMatDescr* a, int,      \
                                         const T* a_values, const int* a_offsets, const int* a_columns, const T* beta,          \
                                         const cusparseMatDescr* b, int, const T* b_values, const int* b_offsets,               \
                                         const int* b_columns, const cusparseMatDescr* c, T* c_values, int* c_offsets,          \
                                         int* c_columns, void*) {                                                               \
    return cuts_sparse_geam(h, m, n, *cuts_numbers(alpha), a->base, cuts_numbers(a_values), a_offsets, a_columns,               \
                            *cuts_numbers(beta), b->base, cuts_numbers(b_values), b_offsets, b_columns, c->base,                \
                            cuts_numbers(c_values), c_offsets, c_columns, nullptr);                                             \
  }
CUTS_SPARSE_TYPE(S, float)
CUTS_SPARSE_TYPE(D, double)
CUTS_SPARSE_TYPE(C, cuComplex)
CUTS_SPARSE_TYPE(Z, cuDoubleComplex)
#undef CUTS_SPARSE_TYPE
