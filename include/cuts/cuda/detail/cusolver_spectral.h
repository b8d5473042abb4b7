// cuSOLVER: eigenvalues of symmetric and Hermitian matrices, and singular values, all by Jacobi rotations.
#pragma once
#include "cusolver_types.h"

template <class Number>
cusolverStatus_t cuts_syevd(cusolverDnHandle_t h, cusolverEigMode_t mode, cublasFillMode_t fill, int64_t n, Number* a, int64_t lda,
                            cuts_real_t<Number>* values, int* info) {
  CUTS_SOLVER_BEGIN(h, n >= 0 && lda >= n);
  *info = cuts_jacobi_eigen(fill == CUBLAS_FILL_MODE_LOWER, mode == CUSOLVER_EIG_MODE_VECTOR, int(n), a, int(lda), values) ? 0 : 1;
  return CUSOLVER_STATUS_SUCCESS;
}
// Fills columns [have, want) of u (m rows) so that all are orthonormal: unit vectors, less what the columns before have of them.
template <class Number> void cuts_complete_basis(int m, int have, int want, Number* u, int ldu) {
  typedef cuts_real_t<Number> Real;
  for (int j = have, unit = 0; j < want && unit < m; ++unit) {
    Number* column = u + size_t(j) * ldu;
    for (int i = 0; i < m; ++i) column[i] = Number(i == unit ? 1 : 0);
    for (int round = 0; round < 2; ++round)
      for (int k = 0; k < j; ++k) {
        const Number* other = u + size_t(k) * ldu;
        Number part(0);
        for (int i = 0; i < m; ++i) part += cuts_conj(other[i]) * column[i];
        for (int i = 0; i < m; ++i) column[i] -= part * other[i];
      }
    Real length = 0;
    for (int i = 0; i < m; ++i) length += cuts_squared(column[i]);
    length = sqrt(length);
    if (length < Real(0.01)) continue;
    for (int i = 0; i < m; ++i) column[i] = column[i] / Number(length);
    ++j;
  }
}
// a = u s v^H for m x n of any shape, into matrices of their own: u has m rows, v has n rows. `u_columns` and `v_columns` of them
// are wanted (0: none, at least min(m, n) or all).
template <class Number>
bool cuts_svd(int m, int n, const Number* a, int lda, cuts_real_t<Number>* values, Number* u, int ldu, int u_columns, Number* v, int ldv,
              int v_columns) {
  // Tall: of a wide matrix the adjoint is taken, whose u and v are exchanged.
  const bool wide = n > m;
  const int rows = wide ? n : m, columns = wide ? m : n;
  std::vector<Number> work(size_t(rows) * columns), turns(size_t(columns) * columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i)
      work[size_t(j) * rows + i] = wide ? cuts_conj(a[size_t(i) * lda + j]) : a[size_t(j) * lda + i];
  const bool settled = cuts_jacobi_svd(rows, columns, work.data(), rows, turns.data(), values);
  Number *left = wide ? v : u, *right = wide ? u : v;
  const int ld_left = wide ? ldv : ldu, ld_right = wide ? ldu : ldv;
  const int left_wanted = wide ? v_columns : u_columns, right_wanted = wide ? u_columns : v_columns;
  int whole = 0;
  for (int j = 0; left != nullptr && j < columns && j < left_wanted; ++j) {
    if (values[j] <= values[0] * cuts_real_t<Number>(1e-30) || values[j] == 0) break;
    for (int i = 0; i < rows; ++i) left[size_t(j) * ld_left + i] = work[size_t(j) * rows + i] / Number(values[j]);
    whole = j + 1;
  }
  if (left != nullptr) cuts_complete_basis(rows, whole, left_wanted, left, ld_left);
  for (int j = 0; right != nullptr && j < columns && j < right_wanted; ++j)
    for (int i = 0; i < columns; ++i) right[size_t(j) * ld_right + i] = turns[size_t(j) * columns + i];
  return settled;
}
// jobu and jobvt: 'A' all, 'S' the first min(m, n), 'O' over a, 'N' none.
template <class Number>
cusolverStatus_t cuts_gesvd(cusolverDnHandle_t h, signed char jobu, signed char jobvt, int64_t m, int64_t n, Number* a, int64_t lda,
                            cuts_real_t<Number>* values, Number* u, int64_t ldu, Number* vt, int64_t ldvt, int* info) {
  CUTS_SOLVER_BEGIN(h, m >= n && n >= 0 && lda >= m);
  const int columns = int(n), u_columns = jobu == 'A' ? int(m) : jobu == 'N' ? 0 : columns, v_columns = jobvt == 'N' ? 0 : columns;
  std::vector<Number> left(size_t(m) * (u_columns > 0 ? u_columns : 1)), right(size_t(n) * (n > 0 ? n : 1));
  const bool settled = cuts_svd(int(m), columns, a, int(lda), values, left.data(), int(m), u_columns, right.data(), columns, columns);
  Number* u_target = jobu == 'O' ? a : u;
  const int64_t u_ld = jobu == 'O' ? lda : ldu, vt_ld = jobvt == 'O' ? lda : ldvt;
  for (int j = 0; j < u_columns; ++j)
    for (int i = 0; i < m; ++i) u_target[j * u_ld + i] = left[size_t(j) * m + i];
  Number* vt_target = jobvt == 'O' ? a : vt;
  for (int j = 0; j < v_columns; ++j)
    for (int i = 0; i < columns; ++i) vt_target[int64_t(i) * vt_ld + j] = cuts_conj(right[size_t(j) * n + i]);
  *info = settled ? 0 : 1;
  return CUSOLVER_STATUS_SUCCESS;
}

// Jacobi's own functions: their parameters are kept, and not needed.
struct cuts_jacobi_info { double tolerance = 0.0; int sweeps = 100, sort = 1; };
typedef cuts_jacobi_info* gesvdjInfo_t;
typedef cuts_jacobi_info* syevjInfo_t;
#define CUTS_SOLVER_INFO(name, Name)                                                                                     \
  CUTS_SOLVER cusolverDnCreate##Name##Info(name##Info_t* made) { return *made = new cuts_jacobi_info(), CUSOLVER_STATUS_SUCCESS; } \
  CUTS_SOLVER cusolverDnDestroy##Name##Info(name##Info_t info) { return delete info, CUSOLVER_STATUS_SUCCESS; }          \
  CUTS_SOLVER cusolverDnX##name##SetTolerance(name##Info_t info, double value) { return info->tolerance = value, CUSOLVER_STATUS_SUCCESS; } \
  CUTS_SOLVER cusolverDnX##name##SetMaxSweeps(name##Info_t info, int value) { return info->sweeps = value, CUSOLVER_STATUS_SUCCESS; }
CUTS_SOLVER_INFO(gesvdj, Gesvdj)
CUTS_SOLVER_INFO(syevj, Syevj)
#undef CUTS_SOLVER_INFO
CUTS_SOLVER cusolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sort) { return info->sort = sort, CUSOLVER_STATUS_SUCCESS; }
CUTS_SOLVER cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sort) { return info->sort = sort, CUSOLVER_STATUS_SUCCESS; }
template <class Number>
cusolverStatus_t cuts_gesvdj(cusolverDnHandle_t h, cusolverEigMode_t mode, int economic, int m, int n, const Number* a, int lda,
                             cuts_real_t<Number>* values, Number* u, int ldu, Number* v, int ldv, int* info) {
  CUTS_SOLVER_BEGIN(h, m >= 0 && n >= 0 && lda >= m);
  const bool vectors = mode == CUSOLVER_EIG_MODE_VECTOR;
  const int least = m < n ? m : n;
  *info = cuts_svd(m, n, a, lda, values, vectors ? u : nullptr, ldu, economic ? least : m, vectors ? v : nullptr, ldv, economic ? least : n) ? 0 : n + 1;
  return CUSOLVER_STATUS_SUCCESS;
}

#define CUTS_SOLVER_TYPE(P, T, Real, syevd, syevj)                                                                              \
  CUTS_SOLVER cusolverDn##P##syevd##_bufferSize(cusolverDnHandle_t, cusolverEigMode_t, cublasFillMode_t, int, const T*, int,    \
                                                const Real*, int* size) {                                                       \
    return cuts_solver_workspace(size);                                                                                         \
  }                                                                                                                             \
  CUTS_SOLVER_LAZY cusolverDn##P##syevd(cusolverDnHandle_t h, cusolverEigMode_t mode, cublasFillMode_t fill, int n, T* a,       \
                                        int lda, Real* values, T*, int, int* info) {                                            \
    return cuts_syevd(h, mode, fill, n, cuts_numbers(a), lda, values, info);                                                    \
  }                                                                                                                             \
  CUTS_SOLVER cusolverDn##P##syevj##_bufferSize(cusolverDnHandle_t, cusolverEigMode_t, cublasFillMode_t, int, const T*, int,    \
                                                const Real*, int* size, syevjInfo_t) {                                          \
    return cuts_solver_workspace(size);                                                                                         \
  }                                                                                                                             \
  CUTS_SOLVER_LAZY cusolverDn##P##syevj(cusolverDnHandle_t h, cusolverEigMode_t mode, cublasFillMode_t fill, int n, T* a,       \
                                        int lda, Real* values, T*, int, int* info, syevjInfo_t) {                               \
    return cuts_syevd(h, mode, fill, n, cuts_numbers(a), lda, values, info);                                                    \
  }                                                                                                                             \
  CUTS_SOLVER cusolverDn##P##gesvd_bufferSize(cusolverDnHandle_t, int, int, int* size) { return cuts_solver_workspace(size); }  \
  CUTS_SOLVER_LAZY cusolverDn##P##gesvd(cusolverDnHandle_t h, signed char jobu, signed char jobvt, int m, int n, T* a, int lda, \
                                        Real* values, T* u, int ldu, T* vt, int ldvt, T*, int, Real*, int* info) {              \
    return cuts_gesvd(h, jobu, jobvt, m, n, cuts_numbers(a), lda, values, cuts_numbers(u), ldu, cuts_numbers(vt), ldvt, info);  \
  }                                                                                                                             \
  CUTS_SOLVER cusolverDn##P##gesvdj_bufferSize(cusolverDnHandle_t, cusolverEigMode_t, int, int, int, const T*, int,             \
                                               const Real*, const T*, int, const T*, int, int* size, gesvdjInfo_t) {            \
    return cuts_solver_workspace(size);                                                                                         \
  }                                                                                                                             \
  CUTS_SOLVER_LAZY cusolverDn##P##gesvdj(cusolverDnHandle_t h, cusolverEigMode_t mode, int economic, int m, int n, T* a,        \
                                         int lda, Real* values, T* u, int ldu, T* v, int ldv, T*, int, int* info,               \
                                         gesvdjInfo_t) {                                                                        \
    return cuts_gesvdj(h, mode, economic, m, n, cuts_numbers(a), lda, values, cuts_numbers(u), ldu, cuts_numbers(v), ldv, info); \
  }
CUTS_SOLVER_TYPE(S, float, float, syevd, syevj)
CUTS_SOLVER_TYPE(D, double, double, syevd, syevj)
CUTS_SOLVER_TYPE(C, cuComplex, float, heevd, heevj)
CUTS_SOLVER_TYPE(Z, cuDoubleComplex, double, heevd, heevj)
#undef CUTS_SOLVER_TYPE
