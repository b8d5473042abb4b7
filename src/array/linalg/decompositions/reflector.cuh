// Householder reflectors H = I - tau v v^H: one that makes a vector real and zero behind its first element, QR of
// a panel of columns, and the triangle T with which many act as one: H1 H2 … = I - V T V^H.
#pragma once
#include "matrix.cuh"

// The reflector of a vector, in the conventions of LAPACK's larfg.
// H^H x = (beta, 0, …). x becomes v, but for its first element, which is 1 and is left to the caller.
template <class T> CUTS_INLINE T la_reflector(T* x, cuts_size step, cuts_size n, LA_REAL(T)& beta) {
  typedef LA_REAL(T) R;
  R largest = 0, sum = 0;
  const T alpha = x[0];
  for (cuts_size i = 1; i < n; i++) { const R own = la_size(x[i * step]); if (!(own <= largest)) largest = own; }
  if (largest > 0 || largest != largest)
    for (cuts_size i = 1; i < n; i++) {
      const R re = la_re(x[i * step]) / largest, im = la_im(x[i * step]) / largest;
      sum += re * re + im * im;
    }
  beta = la_re(alpha);
  if (sum == 0 && la_im(alpha) == 0) return la_number<T>(0);
  const R norm = la_hypot(la_abs(alpha), largest * sqrt(sum));
  beta = la_re(alpha) < 0 ? norm : -norm;
  const T scale = la_number<T>(1) / (alpha - la_number<T>(beta));
  // A divisor that is too small for its inverse: LAPACK scales the vector, one division each does as well.
  if (la_is_finite(scale)) for (cuts_size i = 1; i < n; i++) x[i * step] = x[i * step] * scale;
  else for (cuts_size i = 1; i < n; i++) x[i * step] = x[i * step] / (alpha - la_number<T>(beta));
  return la_from<T>::parts((beta - la_re(alpha)) / beta, -la_im(alpha) / beta);
}

// QR of the columns from `from` to `to` of an m x n matrix: R stays, the reflectors go to V (m x count) and tau.
template <class T, class R>
__global__ void la_qr_panel(T* all, T* vectors, T* taus, cuts_size m, cuts_size n, cuts_size count, cuts_size from, cuts_size to, cuts_size first, cuts_size batch) {
  LA_MATRIX;
  T* a = all + matrix * m * n;
  T* v = vectors + matrix * m * count;
  T row[LA_BLOCK];
  for (cuts_size k = from; k < to; k++) {
    R beta;
    const T tau = la_reflector(a + k * n + k, n, m - k, beta);
    taus[matrix * count + k] = tau;
    for (cuts_size i = from; i < k; i++) v[i * count + k] = la_number<T>(0);
    v[k * count + k] = la_number<T>(1);
    for (cuts_size i = k + 1; i < m; i++) { v[i * count + k] = a[i * n + k]; a[i * n + k] = la_number<T>(0); }
    a[k * n + k] = la_number<T>(beta);
    const cuts_size width = to - k - 1;
    for (cuts_size j = 0; j < width; j++) row[j] = la_number<T>(0);
    for (cuts_size i = k; i < m; i++) la_subtract(row, -la_conj(v[i * count + k]), a + i * n + k + 1, width);
    for (cuts_size i = k; i < m; i++) la_subtract(a + i * n + k + 1, la_conj(tau) * v[i * count + k], row, width);
  }
}

// T of the reflectors from `from` to `to`, of which the first begins at row `begin`.
template <class T>
__global__ void la_block_triangle(T* triangles, const T* vectors, const T* taus, cuts_size m, cuts_size count, cuts_size start, cuts_size from, cuts_size to, cuts_size first, cuts_size batch) {
  LA_MATRIX;
  const cuts_size width = to - from;
  const T* v = vectors + matrix * m * count + from;
  const T* tau = taus + matrix * count + from;
  T* t = triangles + matrix * LA_BLOCK * LA_BLOCK;
  for (cuts_size i = 0; i < LA_BLOCK * LA_BLOCK; i++) t[i] = la_number<T>(0);
  // The products of the vectors with each other, above the diagonal.
  for (cuts_size i = start; i < m; i++)
    for (cuts_size l = 0; l < width; l++)
      la_subtract(t + l * LA_BLOCK + l + 1, -la_conj(v[i * count + l]), v + i * count + l + 1, width - l - 1);
  T column[LA_BLOCK];
  for (cuts_size j = 0; j < width; j++) {
    for (cuts_size l = 0; l < j; l++) column[l] = t[l * LA_BLOCK + j];
    for (cuts_size l = 0; l < j; l++) {
      T sum = la_number<T>(0);
      for (cuts_size k = l; k < j; k++) sum = sum + t[l * LA_BLOCK + k] * column[k];
      t[l * LA_BLOCK + j] = -tau[j] * sum;
    }
    t[j * LA_BLOCK + j] = tau[j];
  }
}
