// Vector and matrix-vector functions of cuBLAS: loops on the host, which shares its memory with the device. Each waits for
// its stream first. Strides may be negative, as in BLAS.
#pragma once
#include <math.h>
#include "captured_calls.h"
#include "dense_factors.h"

// The first element of a strided vector; with a negative stride it lies at the end.
template <class Real> Real* cuts_blas_first(Real* x, int n, int stride) {
  return stride < 0 ? x - ptrdiff_t(n - 1) * stride : x;
}
// The scalar's type is not deduced from `alpha`, which may be a literal's address.
inline cublasStatus_t cuts_blas_begin(cublasHandle_t handle) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (handle->is_in_graph) return CUBLAS_STATUS_SUCCESS;
  return cudaStreamSynchronize(handle->stream) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
template <class Call> cublasStatus_t cuts_blas_capture(cublasHandle_t handle, Call call) {
  return cuts_capture(handle, "cuBLAS", call) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
template <class Number> cuts_captured_scalar<Number> cuts_blas_scalar(cublasHandle_t handle, const Number* scalar) {
  return {scalar, handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE};
}
// Whether a call becomes a part of a graph. A result that host memory receives cannot: that call fails, as with cuBLAS.
inline bool cuts_blas_is_captured(cublasHandle_t handle, bool has_result = false) {
  return handle != nullptr && !(has_result && handle->pointer_mode == CUBLAS_POINTER_MODE_HOST) && cuts_is_captured(handle->stream);
}
// Ends a function whose stream is being captured: the graph calls it again, with what follows in copies.
#define CUTS_BLAS_CAPTURE(has_result, call, ...)     \
  if (cuts_blas_is_captured(handle, has_result))     \
  return cuts_blas_capture(handle, [= __VA_OPT__(, ) __VA_ARGS__](cublasHandle_t handle) { return call; })
#define CUTS_BLAS_SCALAR(name) name = cuts_blas_scalar(handle, name)
#define CUTS_BLAS_BEGIN(handle) \
  if (cublasStatus_t status = cuts_blas_begin(handle); status != CUBLAS_STATUS_SUCCESS) return status

// Calls step(i-th of x, i-th of y) for all i.
template <class X, class Y, class Step> void cuts_blas_each(int n, X* x, int incx, Y* y, int incy, Step step) {
  x = cuts_blas_first(x, n, incx);
  y = cuts_blas_first(y, n, incy);
  if (incx == 1 && incy == 1)
    for (int i = 0; i < n; ++i) step(x[i], y[i]);
  else
    for (int i = 0; i < n; ++i) step(x[ptrdiff_t(i) * incx], y[ptrdiff_t(i) * incy]);
}

template <class Real>
cublasStatus_t cuts_axpy(cublasHandle_t handle, int n, const Real* alpha, const Real* x, int incx, Real* y, int incy) {
  CUTS_BLAS_CAPTURE(false, (cuts_axpy<Real>(handle, n, alpha, x, incx, y, incy)), CUTS_BLAS_SCALAR(alpha));
  CUTS_BLAS_BEGIN(handle);
  const Real scale = *alpha;
  cuts_blas_each(n, x, incx, y, incy, [scale](const Real& a, Real& b) { b += scale * a; });
  return CUBLAS_STATUS_SUCCESS;
}
template <class Real> cublasStatus_t cuts_copy(cublasHandle_t handle, int n, const Real* x, int incx, Real* y, int incy) {
  CUTS_BLAS_CAPTURE(false, (cuts_copy<Real>(handle, n, x, incx, y, incy)));
  CUTS_BLAS_BEGIN(handle);
  cuts_blas_each(n, x, incx, y, incy, [](const Real& a, Real& b) { b = a; });
  return CUBLAS_STATUS_SUCCESS;
}
template <class Real> cublasStatus_t cuts_swap(cublasHandle_t handle, int n, Real* x, int incx, Real* y, int incy) {
  CUTS_BLAS_CAPTURE(false, (cuts_swap<Real>(handle, n, x, incx, y, incy)));
  CUTS_BLAS_BEGIN(handle);
  cuts_blas_each(n, x, incx, y, incy, [](Real& a, Real& b) {
    Real kept = a;
    a = b;
    b = kept;
  });
  return CUBLAS_STATUS_SUCCESS;
}
template <class Real>
cublasStatus_t cuts_rot(cublasHandle_t handle, int n, Real* x, int incx, Real* y, int incy, const Real* c, const Real* s) {
  CUTS_BLAS_BEGIN(handle);
  const Real cosine = *c, sine = *s;
  cuts_blas_each(n, x, incx, y, incy, [cosine, sine](Real& a, Real& b) {
    Real turned = cosine * a + sine * b;
    b = cosine * b - sine * a;
    a = turned;
  });
  return CUBLAS_STATUS_SUCCESS;
}
template <class Real> cublasStatus_t cuts_scal(cublasHandle_t handle, int n, const Real* alpha, Real* x, int incx) {
  CUTS_BLAS_CAPTURE(false, (cuts_scal<Real>(handle, n, alpha, x, incx)), CUTS_BLAS_SCALAR(alpha));
  CUTS_BLAS_BEGIN(handle);
  const Real scale = *alpha;
  if (incx > 0)
    for (int i = 0; i < n; ++i) x[ptrdiff_t(i) * incx] *= scale;
  return CUBLAS_STATUS_SUCCESS;
}
// Sums of float are kept in double: at least as exact as any order of a parallel sum.
template <class Real>
cublasStatus_t cuts_dot(cublasHandle_t handle, int n, const Real* x, int incx, const Real* y, int incy, Real* result) {
  CUTS_BLAS_CAPTURE(true, (cuts_dot<Real>(handle, n, x, incx, y, incy, result)));
  CUTS_BLAS_BEGIN(handle);
  if (n < 0) return CUBLAS_STATUS_SUCCESS;
  double sum = 0.0;
  cuts_blas_each(n, x, incx, y, incy, [&sum](const Real& a, const Real& b) { sum += double(a) * double(b); });
  *result = Real(sum);
  return CUBLAS_STATUS_SUCCESS;
}
template <class Real>
cublasStatus_t cuts_nrm2(cublasHandle_t handle, int n, const Real* x, int incx, cuts_real_t<Real>* result) {
  CUTS_BLAS_CAPTURE(true, (cuts_nrm2<Real>(handle, n, x, incx, result)));
  CUTS_BLAS_BEGIN(handle);
  double largest = 0.0, sum = 0.0;
  if (incx > 0) {
    for (int i = 0; i < n; ++i) largest = fmax(largest, double(cuts_size(x[ptrdiff_t(i) * incx])));
    if (largest > 0.0)
      for (int i = 0; i < n; ++i) sum += cuts_squared(double(cuts_size(x[ptrdiff_t(i) * incx])) / largest);
  }
  *result = cuts_real_t<Real>(largest * sqrt(sum));
  return CUBLAS_STATUS_SUCCESS;
}
template <class Real>
cublasStatus_t cuts_asum(cublasHandle_t handle, int n, const Real* x, int incx, cuts_real_t<Real>* result) {
  CUTS_BLAS_CAPTURE(true, (cuts_asum<Real>(handle, n, x, incx, result)));
  CUTS_BLAS_BEGIN(handle);
  double sum = 0.0;
  if (incx > 0)
    for (int i = 0; i < n; ++i) sum += double(cuts_size_1(x[ptrdiff_t(i) * incx]));
  *result = cuts_real_t<Real>(sum);
  return CUBLAS_STATUS_SUCCESS;
}
// The first of the extreme elements, counted from 1; 0 for an empty vector.
template <class Real>
cublasStatus_t cuts_extreme(cublasHandle_t handle, int n, const Real* x, int incx, int* result, bool largest) {
  CUTS_BLAS_CAPTURE(true, (cuts_extreme<Real>(handle, n, x, incx, result, largest)));
  CUTS_BLAS_BEGIN(handle);
  int best = n > 0 && incx > 0 ? 1 : 0;
  for (int i = 1; best > 0 && i < n; ++i) {
    const auto size = cuts_size_1(x[ptrdiff_t(i) * incx]), bound = cuts_size_1(x[ptrdiff_t(best - 1) * incx]);
    if (largest ? size > bound : size < bound) best = i + 1;
  }
  *result = best;
  return CUBLAS_STATUS_SUCCESS;
}

template <class Real>
cublasStatus_t cuts_gemv(cublasHandle_t handle, cublasOperation_t op, int m, int n, const Real* alpha, const Real* a, int lda,
                         const Real* x, int incx, const Real* beta, Real* y, int incy) {
  CUTS_BLAS_CAPTURE(false, (cuts_gemv<Real>(handle, op, m, n, alpha, a, lda, x, incx, beta, y, incy)),
                    CUTS_BLAS_SCALAR(alpha), CUTS_BLAS_SCALAR(beta));
  CUTS_BLAS_BEGIN(handle);
  if (m < 0 || n < 0 || lda < 1 || lda < m) return CUBLAS_STATUS_INVALID_VALUE;
  const bool transposed = op != CUBLAS_OP_N;
  const int in = transposed ? m : n, out = transposed ? n : m;
  const Real scale = *alpha, keep = *beta;
  x = cuts_blas_first(x, in, incx);
  y = cuts_blas_first(y, out, incy);
  for (int i = 0; i < out; ++i) {
    Real& element = y[ptrdiff_t(i) * incy];
    element = keep == Real(0) ? Real(0) : keep * element;
  }
  for (int j = 0; j < n; ++j) {
    const Real* column = a + size_t(j) * lda;
    if (transposed) {
      Real sum = 0;
      for (int i = 0; i < m; ++i) sum += (op == CUBLAS_OP_C ? cuts_conj(column[i]) : column[i]) * x[ptrdiff_t(i) * incx];
      y[ptrdiff_t(j) * incy] += scale * sum;
    } else {
      const Real factor = scale * x[ptrdiff_t(j) * incx];
      for (int i = 0; i < m; ++i) y[ptrdiff_t(i) * incy] += factor * column[i];
    }
  }
  return CUBLAS_STATUS_SUCCESS;
}
template <class Real>
cublasStatus_t cuts_ger(cublasHandle_t handle, int m, int n, const Real* alpha, const Real* x, int incx, const Real* y,
                        int incy, Real* a, int lda, bool conjugated = false) {
  CUTS_BLAS_CAPTURE(false, (cuts_ger<Real>(handle, m, n, alpha, x, incx, y, incy, a, lda, conjugated)),
                    CUTS_BLAS_SCALAR(alpha));
  CUTS_BLAS_BEGIN(handle);
  if (m < 0 || n < 0 || lda < 1 || lda < m) return CUBLAS_STATUS_INVALID_VALUE;
  const Real scale = *alpha;
  x = cuts_blas_first(x, m, incx);
  y = cuts_blas_first(y, n, incy);
  for (int j = 0; j < n; ++j) {
    const Real factor = scale * (conjugated ? cuts_conj(y[ptrdiff_t(j) * incy]) : y[ptrdiff_t(j) * incy]);
    for (int i = 0; i < m; ++i) a[size_t(j) * lda + i] += x[ptrdiff_t(i) * incx] * factor;
  }
  return CUBLAS_STATUS_SUCCESS;
}
// y = alpha * a * x + beta * y where only one triangle of a is read.
template <class Real>
cublasStatus_t cuts_symv(cublasHandle_t handle, cublasFillMode_t fill, int n, const Real* alpha, const Real* a, int lda,
                         const Real* x, int incx, const Real* beta, Real* y, int incy) {
  CUTS_BLAS_CAPTURE(false, (cuts_symv<Real>(handle, fill, n, alpha, a, lda, x, incx, beta, y, incy)),
                    CUTS_BLAS_SCALAR(alpha), CUTS_BLAS_SCALAR(beta));
  CUTS_BLAS_BEGIN(handle);
  const Real scale = *alpha, keep = *beta;
  x = cuts_blas_first(x, n, incx);
  y = cuts_blas_first(y, n, incy);
  for (int i = 0; i < n; ++i) {
    Real sum = 0;
    for (int j = 0; j < n; ++j) {
      const bool stored = fill == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j;
      sum += (stored ? a[size_t(j) * lda + i] : a[size_t(i) * lda + j]) * x[ptrdiff_t(j) * incx];
    }
    Real& element = y[ptrdiff_t(i) * incy];
    element = scale * sum + (keep == Real(0) ? Real(0) : keep * element);
  }
  return CUBLAS_STATUS_SUCCESS;
}
// One triangle of a += alpha * x * y^T (+ alpha * y * x^T where `twice`).
template <class Real>
cublasStatus_t cuts_syr(cublasHandle_t handle, cublasFillMode_t fill, int n, const Real* alpha, const Real* x, int incx,
                        const Real* y, int incy, Real* a, int lda, bool twice) {
  CUTS_BLAS_CAPTURE(false, (cuts_syr<Real>(handle, fill, n, alpha, x, incx, y, incy, a, lda, twice)), CUTS_BLAS_SCALAR(alpha));
  CUTS_BLAS_BEGIN(handle);
  const Real scale = *alpha;
  x = cuts_blas_first(x, n, incx);
  y = cuts_blas_first(y, n, incy);
  for (int j = 0; j < n; ++j)
    for (int i = fill == CUBLAS_FILL_MODE_LOWER ? j : 0; i < (fill == CUBLAS_FILL_MODE_UPPER ? j + 1 : n); ++i) {
      Real sum = x[ptrdiff_t(i) * incx] * y[ptrdiff_t(j) * incy];
      if (twice) sum += y[ptrdiff_t(i) * incy] * x[ptrdiff_t(j) * incx];
      a[size_t(j) * lda + i] += scale * sum;
    }
  return CUBLAS_STATUS_SUCCESS;
}
// Solves op(a) * x = b in place for triangular a.
template <class Real>
cublasStatus_t cuts_trsv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int n,
                         const Real* a, int lda, Real* x, int incx) {
  CUTS_BLAS_CAPTURE(false, (cuts_trsv<Real>(handle, fill, op, diagonal, n, a, lda, x, incx)));
  CUTS_BLAS_BEGIN(handle);
  cuts_triangular_solve(fill == CUBLAS_FILL_MODE_LOWER, op != CUBLAS_OP_N, op == CUBLAS_OP_C, diagonal == CUBLAS_DIAG_UNIT, n, a,
                        lda, cuts_blas_first(x, n, incx), incx);
  return CUBLAS_STATUS_SUCCESS;
}
