// LU with partial pivoting, Cholesky and triangular systems: the parts of the right-looking blocked algorithms
// that are no products. A panel as wide as the matrix is the whole decomposition.
#pragma once
#include "matrix.cuh"

// LU of the columns from `from` to `to` of an n x n matrix; `info` is 1 + the first pivot that is zero.
template <class T, class R>
__global__ void la_lu_panel(T* all, int* pivots, int* info, cuts_size n, cuts_size from, cuts_size to, cuts_size first, cuts_size batch) {
  LA_MATRIX;
  T* a = all + matrix * n * n;
  if (from == 0) info[matrix] = 0;
  for (cuts_size k = from; k < to; k++) {
    cuts_size best = k;
    R size = la_size(a[k * n + k]);
    for (cuts_size i = k + 1; i < n; i++) {
      const R own = la_size(a[i * n + k]);
      if (own > size) { size = own; best = i; }
    }
    pivots[matrix * n + k] = (int)best;
    if (best != k) la_swap(a + k * n + from, a + best * n + from, to - from);
    const T pivot = a[k * n + k];
    if (pivot == la_number<T>(0)) { if (info[matrix] == 0) info[matrix] = (int)k + 1; continue; }
    for (cuts_size i = k + 1; i < n; i++) {
      const T factor = a[i * n + k] / pivot;
      a[i * n + k] = factor;
      la_subtract(a + i * n + k + 1, factor, a + k * n + k + 1, to - k - 1);
    }
  }
}

// Swaps rows of x (m columns) as the pivots from `from` to `to` say; the columns of the panel itself (`skip`) are done.
template <class T>
__global__ void la_swap_rows(T* x, const int* pivots, cuts_size n, cuts_size m, cuts_size from, cuts_size to, int skip, cuts_size first, cuts_size batch) {
  LA_MATRIX;
  const cuts_size begin = blockIdx.x * LA_BLOCK, width = m - begin < LA_BLOCK ? m - begin : LA_BLOCK;
  if (skip && begin == from) return;
  x += matrix * n * m + begin;
  for (cuts_size k = from; k < to; k++) {
    const cuts_size other = pivots[matrix * n + k];
    if (other != k) la_swap(x + k * m, x + other * m, width);
  }
}

// Solves with the diagonal block of A from row `from` to row `to`, in place in the rows of X: from above with a lower unit
// triangle, from below with an upper one.
template <class T>
__global__ void la_triangular(T* x, const T* a, cuts_size n, cuts_size columns, cuts_size ldx, cuts_size from, cuts_size to, int upper, cuts_size first, cuts_size batch) {
  LA_MATRIX;
  const cuts_size begin = blockIdx.x * LA_BLOCK, width = columns - begin < LA_BLOCK ? columns - begin : LA_BLOCK;
  a += matrix * n * n;
  x += matrix * n * ldx + begin;
  if (!upper) {
    for (cuts_size i = from + 1; i < to; i++)
      for (cuts_size k = from; k < i; k++) la_subtract(x + i * ldx, a[i * n + k], x + k * ldx, width);
    return;
  }
  for (cuts_size i = to; i-- > from;) {
    for (cuts_size k = i + 1; k < to; k++) la_subtract(x + i * ldx, a[i * n + k], x + k * ldx, width);
    const T pivot = a[i * n + i];
    for (cuts_size j = 0; j < width; j++) x[i * ldx + j] = x[i * ldx + j] / pivot;
  }
}

// Rows `from` to `to` of U, A being U^H U; `info` is 1 + the first row where A is not positive.
template <class T, class R>
__global__ void la_cholesky_panel(T* all, int* info, cuts_size n, cuts_size from, cuts_size to, cuts_size first, cuts_size batch) {
  LA_MATRIX;
  T* a = all + matrix * n * n;
  if (from == 0) info[matrix] = 0;
  if (info[matrix] != 0) return;
  for (cuts_size k = from; k < to; k++) {
    T* own = a + k * n;
    const R square = la_re(own[k]);
    if (!(square > 0)) { info[matrix] = (int)k + 1; return; }
    const R root = sqrt(square);
    own[k] = la_number<T>(root);
    for (cuts_size j = k + 1; j < n; j++) own[j] = la_from<T>::parts(la_re(own[j]) / root, la_im(own[j]) / root);
    for (cuts_size i = k + 1; i < to; i++) la_subtract(a + i * n + i, la_conj(own[i]), own + i, n - i);
  }
}

// Determinants from LU: their sign (or phase), the logarithm of their size, and themselves.
template <class T, class R>
__global__ void la_determinant(T* signs, R* logarithms, T* determinants, const T* lu, const int* pivots, cuts_size n, int base, cuts_size first, cuts_size batch) {
  LA_MATRIX;
  lu += matrix * n * n;
  pivots += matrix * n;
  // The product is kept near 1, so that only the result can be too large or too small.
  const R large = sizeof(R) == 4 ? R(0x1p60) : R(0x1p500), small = R(1) / large;
  T product = la_number<T>(1), sign = product;
  R logarithm = 0;
  int scale = 0;
  for (cuts_size k = 0; k < n; k++) {
    T factor = lu[k * n + k];
    if (pivots[k] != (int)k + base) factor = -factor;
    product = product * factor;
    const R size = la_abs(factor), whole = la_size(product);
    sign = size == 0 ? la_number<T>(0) : sign * la_from<T>::parts(la_re(factor) / size, la_im(factor) / size);
    logarithm += log(size);
    if (whole > large) { product = la_times(product, small); scale++; }
    else if (whole < small && whole > 0) { product = la_times(product, large); scale--; }
  }
  for (; scale > 0; scale--) product = la_times(product, large);
  for (; scale < 0; scale++) product = la_times(product, small);
  signs[matrix] = sign;
  logarithms[matrix] = logarithm;
  determinants[matrix] = product;
}
