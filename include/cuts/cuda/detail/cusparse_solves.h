// cuSPARSE: triangular systems (SpSV, SpSM), incomplete LU and Cholesky factors, tridiagonal systems.
#pragma once
#include "cusparse_products.h"

// Solves op(a) y = alpha * x for the triangle of a that its attributes name; elements of the other one are passed over.
template <class Number> struct cuts_sparse_triangle {
  int64_t n;
  bool forward;
  std::vector<int64_t> offsets, columns;
  std::vector<Number> values, diagonal;
  cuts_sparse_triangle(cusparseConstSpMatDescr_t a, cusparseOperation_t op) : n(a->rows), offsets(size_t(a->rows) + 1, 0), diagonal(size_t(a->rows), Number(0)) {
    const bool turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE, lower = a->fill == CUSPARSE_FILL_MODE_LOWER;
    forward = lower != turned;
    if (a->diagonal == CUSPARSE_DIAG_TYPE_UNIT)
      for (Number& one : diagonal) one = Number(1);
    const auto inside = [lower](int64_t i, int64_t j) { return lower ? j < i : j > i; };
    cuts_sparse_each(a, 0, [&](int64_t i, int64_t j, int64_t at) {
      if (inside(i, j)) ++offsets[size_t(turned ? j : i) + 1];
      if (i == j && a->diagonal == CUSPARSE_DIAG_TYPE_NON_UNIT)
        diagonal[size_t(i)] = cuts_sparse_turned(op, cuts_load<Number>(a->values, a->type, at));
    });
    for (size_t i = 0; i < size_t(n); ++i) offsets[i + 1] += offsets[i];
    columns.resize(size_t(offsets[size_t(n)]));
    values.resize(columns.size());
    std::vector<int64_t> next(offsets);
    cuts_sparse_each(a, 0, [&](int64_t i, int64_t j, int64_t at) {
      if (!inside(i, j)) return;
      const size_t slot = size_t(next[size_t(turned ? j : i)]++);
      columns[slot] = turned ? i : j;
      values[slot] = cuts_sparse_turned(op, cuts_load<Number>(a->values, a->type, at));
    });
  }
  template <class Get, class Set> void solve(Number scale, Get get, Set set) const {
    std::vector<Number> y(size_t(n), Number(0));
    for (int64_t step = 0; step < n; ++step) {
      const size_t i = size_t(forward ? step : n - 1 - step);
      Number sum = scale * get(int64_t(i));
      for (int64_t p = offsets[i]; p < offsets[i + 1]; ++p) sum -= values[size_t(p)] * y[size_t(columns[size_t(p)])];
      y[i] = sum / diagonal[i];
    }
    for (int64_t i = 0; i < n; ++i) set(i, y[size_t(i)]);
  }
};
struct cusparseSpSVDescr {};
typedef cusparseSpSVDescr* cusparseSpSVDescr_t;
struct cusparseSpSMDescr {};
typedef cusparseSpSMDescr* cusparseSpSMDescr_t;
#define CUTS_SPARSE_SOLVER(Name, Alg, In, Out, ops)                                                                      \
  CUTS_SPARSE Name##_createDescr(Name##Descr_t* made) {                                                                  \
    *made = new Name##Descr();                                                                                           \
    return CUSPARSE_STATUS_SUCCESS;                                                                                      \
  }                                                                                                                      \
  CUTS_SPARSE Name##_destroyDescr(Name##Descr_t descr) {                                                                 \
    delete descr;                                                                                                        \
    return CUSPARSE_STATUS_SUCCESS;                                                                                      \
  }                                                                                                                      \
  CUTS_SPARSE Name##_bufferSize(cusparseHandle_t, ops, const void*, cusparseConstSpMatDescr_t, In, Out, cudaDataType,    \
                                Alg, Name##Descr_t, size_t* bytes) {                                                     \
    return cuts_sparse_buffer(bytes);                                                                                    \
  }                                                                                                                      \
  CUTS_SPARSE Name##_analysis(cusparseHandle_t, ops, const void*, cusparseConstSpMatDescr_t, In, Out, cudaDataType, Alg, \
                              Name##Descr_t, void*) {                                                                    \
    return CUSPARSE_STATUS_SUCCESS;                                                                                      \
  }
#define CUTS_TWO_OPERATIONS cusparseOperation_t, cusparseOperation_t
CUTS_SPARSE_SOLVER(cusparseSpSV, cusparseSpSVAlg_t, cusparseConstDnVecDescr_t, cusparseDnVecDescr_t, cusparseOperation_t)
CUTS_SPARSE_SOLVER(cusparseSpSM, cusparseSpSMAlg_t, cusparseConstDnMatDescr_t, cusparseDnMatDescr_t, CUTS_TWO_OPERATIONS)
#undef CUTS_TWO_OPERATIONS
#undef CUTS_SPARSE_SOLVER
CUTS_SPARSE cusparseSpSV_updateMatrix(cusparseHandle_t, cusparseSpSVDescr_t, void*, cusparseSpSVUpdate_t) {
  return CUSPARSE_STATUS_SUCCESS;
}
CUTS_SPARSE_LAZY cusparseSpSV_solve(cusparseHandle_t h, cusparseOperation_t op, const void* alpha, cusparseConstSpMatDescr_t a,
                                    cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpSVAlg_t,
                                    cusparseSpSVDescr_t) {
  CUTS_SPARSE_BEGIN(h);
  CUTS_SPARSE_NEED(a != nullptr && x != nullptr && y != nullptr && a->rows == a->columns && x->size == a->rows && y->size == a->rows);
  return cuts_sparse_in(compute, [&](auto zero) {
    typedef decltype(zero) Number;
    cuts_sparse_triangle<Number>(a, op).solve(
        cuts_sparse_scalar<Number>(alpha), [&](int64_t i) { return cuts_load<Number>(x->values, x->type, i); },
        [&](int64_t i, Number value) { cuts_store(y->values, y->type, i, value); });
    return CUSPARSE_STATUS_SUCCESS;
  });
}
CUTS_SPARSE_LAZY cusparseSpSM_solve(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void* alpha,
                                    cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c,
                                    cudaDataType compute, cusparseSpSMAlg_t, cusparseSpSMDescr_t) {
  CUTS_SPARSE_BEGIN(h);
  CUTS_SPARSE_NEED(a != nullptr && b != nullptr && c != nullptr && a->rows == a->columns && c->rows == a->rows);
  const bool tb = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
  return cuts_sparse_in(compute, [&](auto zero) {
    typedef decltype(zero) Number;
    const cuts_sparse_triangle<Number> triangle(a, op_a);
    for (int64_t j = 0; j < c->columns; ++j)
      triangle.solve(
          cuts_sparse_scalar<Number>(alpha),
          [&](int64_t i) {
            return cuts_sparse_turned(op_b, cuts_load<Number>(b->values, b->type, tb ? cuts_dense_at(b, 0, j, i) : cuts_dense_at(b, 0, i, j)));
          },
          [&](int64_t i, Number value) { cuts_store(c->values, c->type, cuts_dense_at(c, 0, i, j), value); });
    return CUSPARSE_STATUS_SUCCESS;
  });
}

// Incomplete factors in place, without fill-in. `zero` is the row of the first pivot that is zero, with the base, or -1.
struct csrilu02Info { int zero = -1; };
typedef csrilu02Info* csrilu02Info_t;
struct csric02Info { int zero = -1; };
typedef csric02Info* csric02Info_t;
inline int cuts_sparse_find(const int* columns, int begin, int end, int column, int base) {
  for (int p = begin; p < end; ++p)
    if (columns[p] - base == column) return p;
  return -1;
}
template <class Number> int cuts_ilu(int n, const cusparseMatDescr* descr, Number* values, const int* offsets, const int* columns) {
  const int base = descr->base;
  int zero = -1;
  for (int i = 0; i < n; ++i) {
    const int begin = offsets[i] - base, end = offsets[i + 1] - base;
    for (int p = begin; p < end; ++p) {
      const int k = columns[p] - base;
      if (k >= i) continue;
      const int diagonal = cuts_sparse_find(columns, offsets[k] - base, offsets[k + 1] - base, k, base);
      if (diagonal < 0 || values[diagonal] == Number(0)) continue;
      values[p] = values[p] / values[diagonal];
      for (int q = offsets[k] - base; q < offsets[k + 1] - base; ++q) {
        const int j = columns[q] - base, at = j > k ? cuts_sparse_find(columns, begin, end, j, base) : -1;
        if (at >= 0) values[at] -= values[p] * values[q];
      }
    }
    const int own = cuts_sparse_find(columns, begin, end, i, base);
    if (zero < 0 && (own < 0 || values[own] == Number(0))) zero = i + base;
  }
  return zero;
}
// The lower triangle becomes the factor; columns of a row ascend.
template <class Number> int cuts_ic(int n, const cusparseMatDescr* descr, Number* values, const int* offsets, const int* columns) {
  const int base = descr->base;
  int zero = -1;
  for (int i = 0; i < n; ++i) {
    const int begin = offsets[i] - base, end = offsets[i + 1] - base;
    for (int p = begin; p < end; ++p) {
      const int j = columns[p] - base;
      if (j > i) continue;
      Number sum = values[p];
      const int other = offsets[j] - base, other_end = offsets[j + 1] - base;
      for (int q = begin; q < p; ++q) {
        const int k = columns[q] - base;
        const int at = k < j ? cuts_sparse_find(columns, other, other_end, k, base) : -1;
        if (at >= 0) sum -= values[q] * cuts_conj(values[at]);
      }
      if (j < i) {
        const int diagonal = cuts_sparse_find(columns, other, other_end, j, base);
        if (diagonal >= 0 && !(values[diagonal] == Number(0))) values[p] = sum / values[diagonal];
      } else {
        const auto real = cuts_real_part(sum);
        if (!(real > 0) && zero < 0) zero = i + base;
        values[p] = Number(real > 0 ? sqrt(real) : 0);
      }
    }
  }
  return zero;
}
#define CUTS_SPARSE_FACTOR(name, Name)                                                                                         \
  CUTS_SPARSE cusparseCreate##Name(name##Info_t* made) {                                                                       \
    *made = new name##Info();                                                                                                  \
    return CUSPARSE_STATUS_SUCCESS;                                                                                            \
  }                                                                                                                            \
  CUTS_SPARSE cusparseDestroy##Name(name##Info_t info) {                                                                       \
    delete info;                                                                                                               \
    return CUSPARSE_STATUS_SUCCESS;                                                                                            \
  }                                                                                                                            \
  CUTS_SPARSE cusparseX##name##_zeroPivot(cusparseHandle_t, name##Info_t info, int* position) {                                \
    *position = info->zero;                                                                                                    \
    return info->zero < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;                                              \
  }
CUTS_SPARSE_FACTOR(csrilu02, Csrilu02Info)
CUTS_SPARSE_FACTOR(csric02, Csric02Info)
#undef CUTS_SPARSE_FACTOR
#define CUTS_SPARSE_FACTOR(P, T, name, factor)                                                                                 \
  CUTS_SPARSE cusparse##P##name##_bufferSize(cusparseHandle_t, int, int, const cusparseMatDescr*, T*, const int*, const int*,  \
                                             name##Info_t, int* bytes) {                                                       \
    *bytes = 16;                                                                                                               \
    return CUSPARSE_STATUS_SUCCESS;                                                                                            \
  }                                                                                                                            \
  /* Rows without a diagonal are found here already. */                                                                        \
  CUTS_SPARSE_LAZY cusparse##P##name##_analysis(cusparseHandle_t h, int n, int, const cusparseMatDescr* descr, const T*,            \
                                           const int* offsets, const int* columns, name##Info_t info, cusparseSolvePolicy_t,   \
                                           void*) {                                                                            \
    CUTS_SPARSE_BEGIN(h);                                                                                                      \
    info->zero = -1;                                                                                                           \
    for (int i = n - 1; i >= 0; --i)                                                                                           \
      if (cuts_sparse_find(columns, offsets[i] - descr->base, offsets[i + 1] - descr->base, i, descr->base) < 0)               \
        info->zero = i + descr->base;                                                                                          \
    return CUSPARSE_STATUS_SUCCESS;                                                                                            \
  }                                                                                                                            \
  CUTS_SPARSE_LAZY cusparse##P##name(cusparseHandle_t h, int n, int, const cusparseMatDescr* descr, T* values,                 \
                                     const int* offsets, const int* columns, name##Info_t info, cusparseSolvePolicy_t,         \
                                     void*) {                                                                                  \
    CUTS_SPARSE_BEGIN(h);                                                                                                      \
    info->zero = factor(n, descr, cuts_numbers(values), offsets, columns);                                                     \
    return CUSPARSE_STATUS_SUCCESS;                                                                                            \
  }
// Tridiagonal systems, elimination with pivots of two rows; `gtsv2_nopivot` is the same, which is at least as exact.
template <class Number>
cusparseStatus_t cuts_gtsv(cusparseHandle_t h, int m, int columns, const Number* low, const Number* main, const Number* high, Number* b, int ldb) {
  CUTS_SPARSE_BEGIN(h);
  for (int column = 0; column < columns; ++column) {
    Number* x = b + size_t(column) * ldb;
    std::vector<Number> l = cuts_sparse_kept(low, m), d = cuts_sparse_kept(main, m), u = cuts_sparse_kept(high, m), far(size_t(m), Number(0));
    for (int i = 0; i + 1 < m; ++i) {
      if (cuts_size_1(d[i]) < cuts_size_1(l[i + 1])) {
        const Number rows[3] = {d[i], u[i], x[i]};
        d[i] = l[i + 1], u[i] = d[i + 1], x[i] = x[i + 1];
        far[i] = i + 2 < m ? u[i + 1] : Number(0);
        const Number factor = rows[0] / d[i];
        d[i + 1] = rows[1] - factor * u[i];
        u[i + 1] = Number(0) - factor * far[i];
        x[i + 1] = rows[2] - factor * x[i];
      } else {
        const Number factor = l[i + 1] / d[i];
        d[i + 1] -= factor * u[i];
        x[i + 1] -= factor * x[i];
      }
    }
    for (int i = m - 1; i >= 0; --i) {
      if (i + 1 < m) x[i] -= u[i] * x[i + 1];
      if (i + 2 < m) x[i] -= far[i] * x[i + 2];
      x[i] = x[i] / d[i];
    }
  }
  return CUSPARSE_STATUS_SUCCESS;
}
#define CUTS_SPARSE_TYPE(P, T)                                                                                                 \
  CUTS_SPARSE_FACTOR(P, T, csrilu02, cuts_ilu)                                                                                 \
  CUTS_SPARSE_FACTOR(P, T, csric02, cuts_ic)                                                                                   \
  CUTS_SPARSE cusparse##P##gtsv2_bufferSizeExt(cusparseHandle_t, int, int, const T*, const T*, const T*, const T*, int,        \
                                               size_t* bytes) {                                                                \
    return cuts_sparse_buffer(bytes);                                                                                          \
  }                                                                                                                            \
  CUTS_SPARSE_LAZY cusparse##P##gtsv2(cusparseHandle_t h, int m, int n, const T* low, const T* main, const T* high, T* b,      \
                                      int ldb, void*) {                                                                        \
    return cuts_gtsv(h, m, n, cuts_numbers(low), cuts_numbers(main), cuts_numbers(high), cuts_numbers(b), ldb);                \
  }                                                                                                                            \
  CUTS_SPARSE cusparse##P##gtsv2_nopivot_bufferSizeExt(cusparseHandle_t, int, int, const T*, const T*, const T*, const T*,     \
                                                       int, size_t* bytes) {                                                   \
    return cuts_sparse_buffer(bytes);                                                                                          \
  }                                                                                                                            \
  CUTS_SPARSE_LAZY cusparse##P##gtsv2_nopivot(cusparseHandle_t h, int m, int n, const T* low, const T* main, const T* high,    \
                                              T* b, int ldb, void*) {                                                          \
    return cuts_gtsv(h, m, n, cuts_numbers(low), cuts_numbers(main), cuts_numbers(high), cuts_numbers(b), ldb);                \
  }                                                                                                                            \
  CUTS_SPARSE cusparse##P##gtsv2StridedBatch_bufferSizeExt(cusparseHandle_t, int, const T*, const T*, const T*, const T*, int, \
                                                           int, size_t* bytes) {                                               \
    return cuts_sparse_buffer(bytes);                                                                                          \
  }                                                                                                                            \
  CUTS_SPARSE_LAZY cusparse##P##gtsv2StridedBatch(cusparseHandle_t h, int m, const T* low, const T* main, const T* high, T* x, \
                                                  int count, int stride, void*) {                                              \
    for (size_t i = 0; i < size_t(count); ++i)                                                                                 \
      if (cusparseStatus_t status =                                                                                            \
              cuts_gtsv(h, m, 1, cuts_numbers(low + i * stride), cuts_numbers(main + i * stride),                              \
                        cuts_numbers(high + i * stride), cuts_numbers(x + i * stride), m);                                     \
          status != CUSPARSE_STATUS_SUCCESS)                                                                                   \
        return status;                                                                                                         \
    return CUSPARSE_STATUS_SUCCESS;                                                                                            \
  }
CUTS_SPARSE_TYPE(S, float)
CUTS_SPARSE_TYPE(D, double)
CUTS_SPARSE_TYPE(C, cuComplex)
CUTS_SPARSE_TYPE(Z, cuDoubleComplex)
#undef CUTS_SPARSE_TYPE
#undef CUTS_SPARSE_FACTOR
