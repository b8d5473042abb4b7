// cuSPARSE's generic functions: products of sparse with dense and sparse, sums, triangular systems. None needs a buffer; the
// size that is asked for is 16 bytes, since some programs take an allocation of nothing for an error.
#pragma once
#include "cusparse_descriptors.h"
#include <vector>

inline cusparseStatus_t cuts_sparse_buffer(size_t* bytes) {
  CUTS_SPARSE_NEED(bytes != nullptr);
  *bytes = 16;
  return CUSPARSE_STATUS_SUCCESS;
}
// A copy on the host. Copied here, not by the vector: a checked program is asked whose code reads device memory.
template <class Number> std::vector<Number> cuts_sparse_kept(const Number* from, int n) {
  std::vector<Number> kept(size_t(n > 0 ? n : 0));
  for (int i = 0; i < n; ++i) kept[size_t(i)] = from[i];
  return kept;
}
template <class Number> Number cuts_sparse_turned(cusparseOperation_t op, Number x) {
  return op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? cuts_conj(x) : x;
}

// Vectors.
CUTS_SPARSE_LAZY cusparseAxpby(cusparseHandle_t h, const void* alpha, cusparseConstSpVecDescr_t x, const void* beta,
                               cusparseDnVecDescr_t y) {
  CUTS_SPARSE_BEGIN(h);
  CUTS_SPARSE_NEED(x != nullptr && y != nullptr && x->size == y->size);
  return cuts_sparse_in(y->type, [&](auto zero) {
    typedef decltype(zero) Number;
    const Number a = cuts_sparse_scalar<Number>(alpha), b = cuts_sparse_scalar<Number>(beta);
    for (int64_t i = 0; i < y->size; ++i) cuts_store(y->values, y->type, i, b == Number(0) ? Number(0) : b * cuts_load<Number>(y->values, y->type, i));
    for (int64_t i = 0; i < x->nnz; ++i) {
      const int64_t at = cuts_sparse_index(x->indices, x->index_type, x->base, i);
      cuts_store(y->values, y->type, at, a * cuts_load<Number>(x->values, x->type, i) + cuts_load<Number>(y->values, y->type, at));
    }
    return CUSPARSE_STATUS_SUCCESS;
  });
}
inline cusparseStatus_t cuts_sparse_move(cusparseHandle_t h, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, bool gather) {
  CUTS_SPARSE_BEGIN(h);
  CUTS_SPARSE_NEED(x != nullptr && y != nullptr && x->type == y->type);
  const size_t bytes = cuts_type_bytes(x->type);
  for (int64_t i = 0; i < x->nnz; ++i) {
    char *sparse = static_cast<char*>(x->values) + i * bytes,
         *dense = static_cast<char*>(y->values) + cuts_sparse_index(x->indices, x->index_type, x->base, i) * bytes;
    memcpy(gather ? sparse : dense, gather ? dense : sparse, bytes);
  }
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE_LAZY cusparseGather(cusparseHandle_t h, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x) {
  return cuts_sparse_move(h, x, y, true);
}
CUTS_SPARSE_LAZY cusparseScatter(cusparseHandle_t h, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y) {
  return cuts_sparse_move(h, x, y, false);
}
CUTS_SPARSE cusparseSpVV_bufferSize(cusparseHandle_t, cusparseOperation_t, cusparseConstSpVecDescr_t, cusparseConstDnVecDescr_t,
                                    const void*, cudaDataType, size_t* bytes) {
  return cuts_sparse_buffer(bytes);
}
CUTS_SPARSE_LAZY cusparseSpVV(cusparseHandle_t h, cusparseOperation_t op, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                              void* result, cudaDataType compute, void*) {
  CUTS_SPARSE_BEGIN(h);
  return cuts_sparse_in(compute, [&](auto sum) {
    typedef decltype(sum) Number;
    for (int64_t i = 0; i < x->nnz; ++i)
      sum += cuts_sparse_turned(op, cuts_load<Number>(x->values, x->type, i)) *
             cuts_load<Number>(y->values, y->type, cuts_sparse_index(x->indices, x->index_type, x->base, i));
    *static_cast<Number*>(result) = sum;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

// y = alpha * op(a) * x + beta * y
CUTS_SPARSE cusparseSpMV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void*, cusparseConstSpMatDescr_t,
                                    cusparseConstDnVecDescr_t, const void*, cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t,
                                    size_t* bytes) {
  return cuts_sparse_buffer(bytes);
}
CUTS_SPARSE cusparseSpMV_preprocess(cusparseHandle_t, cusparseOperation_t, const void*, cusparseConstSpMatDescr_t,
                                    cusparseConstDnVecDescr_t, const void*, cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t,
                                    void*) {
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE_LAZY cusparseSpMV(cusparseHandle_t h, cusparseOperation_t op, const void* alpha, cusparseConstSpMatDescr_t a,
                              cusparseConstDnVecDescr_t x, const void* beta, cusparseDnVecDescr_t y, cudaDataType compute,
                              cusparseSpMVAlg_t algorithm, void*) {
  CUTS_SPARSE_NEED(a != nullptr && x != nullptr && y != nullptr && alpha != nullptr && beta != nullptr);
  if (cuts_sparse_is_captured(h))
    return cuts_sparse_capture(h, [=, alpha = cuts_sparse_kept_scalar(h, alpha, compute), beta = cuts_sparse_kept_scalar(h, beta, compute),
                                   a = *a, x = *x, y = *y](cusparseHandle_t h) mutable {
      return cusparseSpMV(h, op, alpha, &a, &x, beta, &y, compute, algorithm, nullptr);
    });
  CUTS_SPARSE_BEGIN(h);
  const bool turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
  CUTS_SPARSE_NEED(x->size == (turned ? a->rows : a->columns) && y->size == (turned ? a->columns : a->rows));
  return cuts_sparse_in(compute, [&](auto zero) {
    typedef decltype(zero) Number;
    const Number scale = cuts_sparse_scalar<Number>(alpha), keep = cuts_sparse_scalar<Number>(beta);
    std::vector<Number> sums(size_t(y->size), Number(0));
    cuts_sparse_each(a, 0, [&](int64_t i, int64_t j, int64_t at) {
      sums[size_t(turned ? j : i)] += cuts_sparse_turned(op, cuts_load<Number>(a->values, a->type, at)) *
                                      cuts_load<Number>(x->values, x->type, turned ? i : j);
    });
    for (int64_t i = 0; i < y->size; ++i)
      cuts_store(y->values, y->type, i,
                 scale * sums[size_t(i)] + (keep == Number(0) ? Number(0) : keep * cuts_load<Number>(y->values, y->type, i)));
    return CUSPARSE_STATUS_SUCCESS;
  });
}

// c = alpha * op(a) * op(b) + beta * c, b and c dense
CUTS_SPARSE cusparseSpMM_bufferSize(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void*,
                                    cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, const void*, cusparseDnMatDescr_t,
                                    cudaDataType, cusparseSpMMAlg_t, size_t* bytes) {
  return cuts_sparse_buffer(bytes);
}
CUTS_SPARSE cusparseSpMM_preprocess(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void*,
                                    cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, const void*, cusparseDnMatDescr_t,
                                    cudaDataType, cusparseSpMMAlg_t, void*) {
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE_LAZY cusparseSpMM(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void* alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void* beta, cusparseDnMatDescr_t c,
                              cudaDataType compute, cusparseSpMMAlg_t algorithm, void*) {
  CUTS_SPARSE_NEED(a != nullptr && b != nullptr && c != nullptr && alpha != nullptr && beta != nullptr);
  if (cuts_sparse_is_captured(h))
    return cuts_sparse_capture(h, [=, alpha = cuts_sparse_kept_scalar(h, alpha, compute), beta = cuts_sparse_kept_scalar(h, beta, compute),
                                   a = *a, b = *b, c = *c](cusparseHandle_t h) mutable {
      return cusparseSpMM(h, op_a, op_b, alpha, &a, &b, beta, &c, compute, algorithm, nullptr);
    });
  CUTS_SPARSE_BEGIN(h);
  const bool ta = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE, tb = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
  CUTS_SPARSE_NEED(c->rows == (ta ? a->columns : a->rows) && c->columns == (tb ? b->rows : b->columns) &&
                   (ta ? a->rows : a->columns) == (tb ? b->columns : b->rows));
  return cuts_sparse_in(compute, [&](auto zero) {
    typedef decltype(zero) Number;
    const Number scale = cuts_sparse_scalar<Number>(alpha), keep = cuts_sparse_scalar<Number>(beta);
    const size_t columns = size_t(c->columns);
    std::vector<Number> sums(size_t(c->rows) * columns);
    for (int batch = 0; batch < c->batches; ++batch) {
      for (Number& sum : sums) sum = Number(0);
      cuts_sparse_each(a, a->batches > 1 ? batch : 0, [&](int64_t i, int64_t j, int64_t at) {
        const Number value = cuts_sparse_turned(op_a, cuts_load<Number>(a->values, a->type, at));
        Number* row = sums.data() + size_t(ta ? j : i) * columns;
        const int64_t from = ta ? i : j;
        const int b_batch = b->batches > 1 ? batch : 0;
        for (size_t p = 0; p < columns; ++p)
          row[p] += value * cuts_sparse_turned(op_b, cuts_load<Number>(b->values, b->type,
                                                                       tb ? cuts_dense_at(b, b_batch, int64_t(p), from)
                                                                          : cuts_dense_at(b, b_batch, from, int64_t(p))));
      });
      for (int64_t i = 0; i < c->rows; ++i)
        for (int64_t j = 0; j < c->columns; ++j) {
          const int64_t at = cuts_dense_at(c, batch, i, j);
          cuts_store(c->values, c->type, at,
                     scale * sums[size_t(i) * columns + size_t(j)] +
                         (keep == Number(0) ? Number(0) : keep * cuts_load<Number>(c->values, c->type, at)));
        }
    }
    return CUSPARSE_STATUS_SUCCESS;
  });
}

// c = alpha * (op(a) * op(b)) + beta * c where c, sparse, has elements
CUTS_SPARSE cusparseSDDMM_bufferSize(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void*,
                                     cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t, const void*, cusparseSpMatDescr_t,
                                     cudaDataType, cusparseSDDMMAlg_t, size_t* bytes) {
  return cuts_sparse_buffer(bytes);
}
CUTS_SPARSE cusparseSDDMM_preprocess(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void*,
                                     cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t, const void*, cusparseSpMatDescr_t,
                                     cudaDataType, cusparseSDDMMAlg_t, void*) {
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE_LAZY cusparseSDDMM(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void* alpha,
                               cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b, const void* beta, cusparseSpMatDescr_t c,
                               cudaDataType compute, cusparseSDDMMAlg_t, void*) {
  CUTS_SPARSE_BEGIN(h);
  CUTS_SPARSE_NEED(a != nullptr && b != nullptr && c != nullptr && alpha != nullptr && beta != nullptr);
  const bool ta = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE, tb = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const int64_t depth = ta ? a->rows : a->columns;
  CUTS_SPARSE_NEED(depth == (tb ? b->columns : b->rows) && c->rows == (ta ? a->columns : a->rows) &&
                   c->columns == (tb ? b->rows : b->columns));
  return cuts_sparse_in(compute, [&](auto zero) {
    typedef decltype(zero) Number;
    const Number scale = cuts_sparse_scalar<Number>(alpha), keep = cuts_sparse_scalar<Number>(beta);
    for (int batch = 0; batch < c->batches; ++batch)
      cuts_sparse_each(c, batch, [&](int64_t i, int64_t j, int64_t at) {
        const int a_batch = a->batches > 1 ? batch : 0, b_batch = b->batches > 1 ? batch : 0;
        Number sum(0);
        for (int64_t p = 0; p < depth; ++p)
          sum += cuts_sparse_turned(op_a, cuts_load<Number>(a->values, a->type, ta ? cuts_dense_at(a, a_batch, p, i) : cuts_dense_at(a, a_batch, i, p))) *
                 cuts_sparse_turned(op_b, cuts_load<Number>(b->values, b->type, tb ? cuts_dense_at(b, b_batch, j, p) : cuts_dense_at(b, b_batch, p, j)));
        cuts_store(c->values, c->type, at, scale * sum + (keep == Number(0) ? Number(0) : keep * cuts_load<Number>(c->values, c->type, at)));
      });
    return CUSPARSE_STATUS_SUCCESS;
  });
}

// Rows of a sparse product or sum, made one after the other. Within a row, columns ascend.
template <class Number> struct cuts_sparse_rows {
  std::vector<int64_t> offsets, columns;
  std::vector<Number> values;
  std::vector<Number> row;
  std::vector<char> there;
  std::vector<int64_t> touched;
  explicit cuts_sparse_rows(int64_t width) : offsets(1, 0), row(size_t(width), Number(0)), there(size_t(width), 0) {}
  void add(int64_t column, Number value) {
    if (!there[size_t(column)]) {
      there[size_t(column)] = 1;
      touched.push_back(column);
    }
    row[size_t(column)] += value;
  }
  void end_row() {
    for (size_t i = 1; i < touched.size(); i *= 2)
      for (size_t low = 0; low + i < touched.size(); low += 2 * i) merge(low, low + i, low + 2 * i < touched.size() ? low + 2 * i : touched.size());
    for (int64_t column : touched) {
      columns.push_back(column);
      values.push_back(row[size_t(column)]);
      row[size_t(column)] = Number(0);
      there[size_t(column)] = 0;
    }
    touched.clear();
    offsets.push_back(int64_t(columns.size()));
  }

 private:
  void merge(size_t low, size_t middle, size_t high) {
    std::vector<int64_t> both;
    size_t i = low, j = middle;
    while (i < middle || j < high) both.push_back(j == high || (i < middle && touched[i] < touched[j]) ? touched[i++] : touched[j++]);
    for (size_t k = 0; k < both.size(); ++k) touched[low + k] = both[k];
  }
};
// The product is kept between cusparseSpGEMM_compute and cusparseSpGEMM_copy as offsets, columns and bytes of values.
struct cusparseSpGEMMDescr {
  std::vector<int64_t> offsets, columns;
  std::vector<char> values;
  int64_t products;
};
typedef cusparseSpGEMMDescr* cusparseSpGEMMDescr_t;
CUTS_SPARSE cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t* made) {
  *made = new cusparseSpGEMMDescr();
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr) {
  delete descr;
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE cusparseSpGEMM_workEstimation(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void*,
                                          cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t, const void*, cusparseSpMatDescr_t,
                                          cudaDataType, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t, size_t* bytes, void*) {
  return cuts_sparse_buffer(bytes);
}
CUTS_SPARSE cusparseSpGEMM_estimateMemory(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void*,
                                          cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t, const void*, cusparseSpMatDescr_t,
                                          cudaDataType, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t, float, size_t* bytes3, void*,
                                          size_t* bytes2) {
  if (bytes3 != nullptr) *bytes3 = 16;
  return cuts_sparse_buffer(bytes2);
}
CUTS_SPARSE cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t descr, int64_t* products) {
  *products = descr->products;
  return CUSPARSE_STATUS_SUCCESS;
}
// Called once without a buffer, for its size, and once with it: the second call computes.
CUTS_SPARSE_LAZY cusparseSpGEMM_compute(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void* alpha,
                                        cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void*,
                                        cusparseSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMAlg_t,
                                        cusparseSpGEMMDescr_t descr, size_t* bytes, void* buffer) {
  if (buffer == nullptr) return cuts_sparse_buffer(bytes);
  CUTS_SPARSE_BEGIN(h);
  CUTS_SPARSE_NEED(a != nullptr && b != nullptr && c != nullptr && descr != nullptr && a->columns == b->rows);
  if (op_a != CUSPARSE_OPERATION_NON_TRANSPOSE || op_b != CUSPARSE_OPERATION_NON_TRANSPOSE || a->format != CUSPARSE_FORMAT_CSR ||
      b->format != CUSPARSE_FORMAT_CSR)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  return cuts_sparse_in(compute, [&](auto zero) {
    typedef decltype(zero) Number;
    const Number scale = cuts_sparse_scalar<Number>(alpha);
    cuts_sparse_rows<Number> made(b->columns);
    descr->products = 0;
    int64_t open = 0;
    cuts_sparse_each(a, 0, [&](int64_t i, int64_t k, int64_t at) {
      for (; open < i; ++open) made.end_row();
      const Number value = scale * cuts_load<Number>(a->values, a->type, at);
      const int64_t end = cuts_sparse_index(b->offsets, b->offset_type, b->base, k + 1);
      for (int64_t p = cuts_sparse_index(b->offsets, b->offset_type, b->base, k); p < end; ++p, ++descr->products)
        made.add(cuts_sparse_index(b->indices, b->index_type, b->base, p), value * cuts_load<Number>(b->values, b->type, p));
    });
    for (; open < a->rows; ++open) made.end_row();
    descr->offsets = made.offsets;
    descr->columns = made.columns;
    descr->values.resize(made.values.size() * cuts_type_bytes(c->type));
    for (size_t i = 0; i < made.values.size(); ++i) cuts_store(descr->values.data(), c->type, (long long)i, made.values[i]);
    c->nnz = int64_t(made.columns.size());
    return CUSPARSE_STATUS_SUCCESS;
  });
}
CUTS_SPARSE_LAZY cusparseSpGEMM_copy(cusparseHandle_t h, cusparseOperation_t, cusparseOperation_t, const void*,
                                     cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t, const void* beta, cusparseSpMatDescr_t c,
                                     cudaDataType compute, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr) {
  CUTS_SPARSE_BEGIN(h);
  CUTS_SPARSE_NEED(c != nullptr && descr != nullptr && int64_t(descr->offsets.size()) == c->rows + 1);
  return cuts_sparse_in(compute, [&](auto zero) {
    typedef decltype(zero) Number;
    const Number keep = beta == nullptr ? Number(0) : cuts_sparse_scalar<Number>(beta);
    for (int64_t i = 0; i <= c->rows; ++i) cuts_sparse_set_index(c->offsets, c->offset_type, c->base, i, descr->offsets[size_t(i)]);
    for (int64_t i = 0; i < c->nnz; ++i) {
      const Number kept = keep == Number(0) ? Number(0) : keep * cuts_load<Number>(c->values, c->type, i);
      cuts_sparse_set_index(c->indices, c->index_type, c->base, i, descr->columns[size_t(i)]);
      cuts_store(c->values, c->type, i, cuts_load<Number>(descr->values.data(), c->type, i) + kept);
    }
    return CUSPARSE_STATUS_SUCCESS;
  });
}
