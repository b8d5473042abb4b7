// the reductions that eigenvalues and singular values begin with: a Hermitian matrix becomes tridiagonal, a
// square one bidiagonal, both real. Each step updates the matrix and multiplies it with the next vector in one pass.
#pragma once
#include "reflector.cuh"

// row -= p a + q b, then sum += c row.
template <class T> CUTS_INLINE void la_update(T* __restrict__ row, T p, const T* __restrict__ a, T q, const T* __restrict__ b,
    T c, T* __restrict__ sum, cuts_size n) {
  for (cuts_size j = 0; j < n; j++) {
    const T value = row[j] - p * a[j] - q * b[j];
    row[j] = value;
    sum[j] = sum[j] + c * value;
  }
}
// The product of a row and a vector, in eight sums, which a compiler may keep in vectors.
template <class T> CUTS_INLINE T la_dot(const T* x, const T* y, cuts_size n) {
  T sums[8];
  _Pragma("unroll") for (int l = 0; l < 8; l++) sums[l] = la_number<T>(0);
  cuts_size j = 0;
  for (; j + 8 <= n; j += 8) { _Pragma("unroll") for (int l = 0; l < 8; l++) sums[l] = sums[l] + x[j + l] * y[j + l]; }
  for (; j < n; j++) sums[0] = sums[0] + x[j] * y[j];
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}
// Scales the elements and returns the scale; 0 where one of them is not finite.
template <class T> CUTS_INLINE LA_REAL(T) la_scale(T* a, cuts_size n) {
  typedef LA_REAL(T) R;
  R largest = 0;
  bool finite = true;
  for (cuts_size i = 0; i < n; i++) {
    const R own = la_size(a[i]);
    finite = finite && own - own == 0;
    largest = own > largest ? own : largest;
  }
  if (!finite) return 0;
  const R scale = la_scale_of(largest);
  if (scale != 1) { const R inverse = R(1) / scale; for (cuts_size i = 0; i < n; i++) a[i] = la_times(a[i], inverse); }
  return scale;
}

// A = Q T Q^H: d and e are the diagonals of T, Q is in the reflectors of V (zero before) and tau. The last element of e is
// what T must be multiplied with. `work` has 4 n elements for each matrix.
template <class T, class R>
__global__ void la_tridiagonal(T* all, R* diagonals, R* besides, T* vectors, T* taus, T* works, int* info, cuts_size n, cuts_size first, cuts_size batch) {
  LA_MATRIX;
  T* a = all + matrix * n * n;
  T* v = vectors + matrix * n * n;
  T* tau = taus + matrix * n;
  R* d = diagonals + matrix * n;
  R* e = besides + matrix * n;
  // The update that is still to be done: A -= v w^H + w v^H; both are kept conjugated.
  T* cv = works + matrix * 4 * n;
  T* cw = cv + n;
  T* next = cw + n;
  T* sum = next + n;
  const R scale = la_scale(a, n * n);
  info[matrix] = scale == 0 ? -1 : 0;
  if (scale == 0) { for (cuts_size i = 0; i < n; i++) d[i] = e[i] = 0; return; }
  for (cuts_size j = 0; j < n; j++) cv[j] = cw[j] = la_number<T>(0);
  tau[n - 1] = la_number<T>(0);
  for (cuts_size k = 0; k < n; k++) {
    T* row = a + k * n;
    const T own_v = la_conj(cv[k]), own_w = la_conj(cw[k]);
    for (cuts_size j = k; j < n; j++) row[j] = row[j] - own_v * cw[j] - own_w * cv[j];
    d[k] = la_re(row[k]);
    if (k + 1 == n) break;
    for (cuts_size j = k + 1; j < n; j++) next[j] = la_conj(row[j]);
    R beta;
    const T factor = la_reflector(next + k + 1, 1, n - k - 1, beta);
    e[k] = beta;
    tau[k] = factor;
    next[k + 1] = la_number<T>(1);
    for (cuts_size j = k + 1; j < n; j++) { v[j * n + k] = next[j]; sum[j] = la_number<T>(0); }
    for (cuts_size i = k + 1; i < n; i++)
      la_update(a + i * n + k + 1, la_conj(cv[i]), cw + k + 1, la_conj(cw[i]), cv + k + 1, la_conj(next[i]), sum + k + 1, n - k - 1);
    // x = tau A v, w = x - tau (x^H v) v / 2
    R half = 0;
    for (cuts_size j = k + 1; j < n; j++) {
      cw[j] = la_conj(factor) * sum[j];
      half += la_re(factor * (cw[j] * next[j]));
    }
    half *= R(0.5);
    for (cuts_size j = k + 1; j < n; j++) {
      cv[j] = la_conj(next[j]);
      cw[j] = cw[j] - la_times(cv[j], half);
    }
  }
  e[n - 1] = scale;
}

// A = Q B P^H: d and e are the diagonals of B, Q and P are in reflectors as for la_tridiagonal. `work` has 6 n elements
// for each matrix.
template <class T, class R>
__global__ void la_bidiagonal(T* all, R* diagonals, R* besides, T* lefts, T* left_taus, T* rights, T* right_taus, T* works, int* info, cuts_size n, cuts_size first, cuts_size batch) {
  LA_MATRIX;
  T* a = all + matrix * n * n;
  T* left = lefts + matrix * n * n;
  T* right = rights + matrix * n * n;
  R* d = diagonals + matrix * n;
  R* e = besides + matrix * n;
  // The update that is still to be done: A -= v y + x u.
  T* v = works + matrix * 6 * n;
  T* y = v + n;
  T* x = y + n;
  T* u = x + n;
  T* next = u + n;
  T* sum = next + n;
  const R scale = la_scale(a, n * n);
  info[matrix] = scale == 0 ? -1 : 0;
  if (scale == 0) { for (cuts_size i = 0; i < n; i++) d[i] = e[i] = 0; return; }
  for (cuts_size j = 0; j < n; j++) v[j] = y[j] = x[j] = u[j] = la_number<T>(0);
  for (cuts_size k = 0; k < n; k++) {
    for (cuts_size i = k; i < n; i++) next[i] = a[i * n + k] - v[i] * y[k] - x[i] * u[k];
    R beta;
    const T factor = la_reflector(next + k, 1, n - k, beta);
    d[k] = beta;
    left_taus[matrix * n + k] = factor;
    next[k] = la_number<T>(1);
    for (cuts_size i = k; i < n; i++) left[i * n + k] = next[i];
    const cuts_size width = n - k - 1;
    if (width == 0) { right_taus[matrix * n + k] = la_number<T>(0); break; }
    for (cuts_size j = k + 1; j < n; j++) sum[j] = la_number<T>(0);
    for (cuts_size i = k; i < n; i++)
      la_update(a + i * n + k + 1, v[i], y + k + 1, x[i], u + k + 1, la_conj(next[i]), sum + k + 1, width);
    for (cuts_size j = k + 1; j < n; j++) {
      y[j] = la_conj(factor) * sum[j];
      u[j] = la_conj(a[k * n + j] - y[j]);
    }
    for (cuts_size i = k; i < n; i++) v[i] = next[i];
    const T other = la_reflector(u + k + 1, 1, width, beta);
    e[k] = beta;
    right_taus[matrix * n + k] = other;
    u[k + 1] = la_number<T>(1);
    for (cuts_size j = k + 1; j < n; j++) right[j * n + k] = u[j];
    const T both = la_dot(y + k + 1, u + k + 1, width);
    for (cuts_size i = k + 1; i < n; i++) x[i] = other * (la_dot(a + i * n + k + 1, u + k + 1, width) - v[i] * both);
    for (cuts_size j = k + 1; j < n; j++) u[j] = la_conj(u[j]);
  }
  e[n - 1] = scale;
}
