// what is left of eigenvalues and singular values once matrices have two real diagonals: implicit QL with
// Wilkinson's shift, and Golub and Kahan's implicit QR. Both turn vectors, which lie in rows, by rotations of neighbours.
// Every thread takes some columns of the vectors and computes the diagonals for itself: that is little work beside the
// rotations, and so threads need not wait for each other. Complex vectors are twice as many real columns.
#pragma once
#include "matrix.cuh"

#define LA_SWEEPS 60
template <class R> CUTS_INLINE void la_rotate(R* __restrict__ x, R* __restrict__ y, R c, R s, cuts_size n) {
  for (cuts_size j = 0; j < n; j++) {
    const R own = x[j], other = y[j];
    x[j] = c * own + s * other;
    y[j] = c * other - s * own;
  }
}
// c f + s g = r, c g = s f.
template <class R> CUTS_INLINE void la_rotation(R f, R g, R& c, R& s, R& r) {
  if (g == 0) { c = 1; s = 0; r = f; return; }
  if (f == 0) { c = 0; s = 1; r = g; return; }
  r = la_hypot(f, g);
  c = f / r;
  s = g / r;
}
// Sorts values, upwards or downwards, with the rows of their vectors.
template <class R> CUTS_INLINE void la_sort(R* d, R* z, cuts_size n, cuts_size ld, cuts_size width, bool upwards) {
  for (cuts_size i = 0; i + 1 < n; i++) {
    cuts_size best = i;
    for (cuts_size k = i + 1; k < n; k++) if (upwards ? d[k] < d[best] : d[k] > d[best]) best = k;
    if (best == i) continue;
    const R kept = d[i]; d[i] = d[best]; d[best] = kept;
    if (width > 0) la_swap(z + i * ld, z + best * ld, width);
  }
}
// The eigenvalues of a symmetric tridiagonal matrix; false where they do not converge.
template <class R> CUTS_INLINE bool la_ql(R* d, R* e, R* z, cuts_size n, cuts_size ld, cuts_size width) {
  const R epsilon = la_epsilon<R>();
  for (cuts_size l = 0; l < n; l++) {
    for (int sweep = 0;; sweep++) {
      cuts_size m = l;
      while (m + 1 < n && la_abs(e[m]) > epsilon * (la_abs(d[m]) + la_abs(d[m + 1])) && la_abs(e[m]) > la_tiny<R>()) m++;
      if (m == l) break;
      if (sweep == LA_SWEEPS) return false;
      R g = (d[l + 1] - d[l]) / (2 * e[l]), r = la_hypot(g, R(1));
      g = d[m] - d[l] + e[l] / (g + (g < 0 ? -r : r));
      R s = 1, c = 1, p = 0;
      bool split = false;
      for (cuts_size i = m; i-- > l;) {
        const R f = s * e[i], b = c * e[i];
        r = la_hypot(f, g);
        e[i + 1] = r;
        if (r == 0) { d[i + 1] -= p; e[m] = 0; split = true; break; }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        const R t = (d[i] - g) * s + 2 * c * b;
        p = s * t;
        d[i + 1] = g + p;
        g = c * t - b;
        if (width > 0) la_rotate(z + (i + 1) * ld, z + i * ld, c, s, width);
      }
      if (split) continue;
      d[l] -= p;
      e[l] = g;
      e[m] = 0;
    }
  }
  return true;
}
// The smaller singular value of (f g; 0 h), as LAPACK's las2.
template <class R> CUTS_INLINE R la_smaller(R f, R g, R h) {
  f = la_abs(f); g = la_abs(g); h = la_abs(h);
  const R low = f < h ? f : h, high = f < h ? h : f;
  if (low == 0) return 0;
  if (g < high) {
    const R as = 1 + low / high, at = (high - low) / high, au = (g / high) * (g / high);
    return low * (2 / (sqrt(as * as + au) + sqrt(at * at + au)));
  }
  const R au = high / g;
  if (au == 0) return low * high / g;
  const R as = 1 + low / high, at = (high - low) / high;
  const R c = 1 / (sqrt(1 + (as * au) * (as * au)) + sqrt(1 + (at * au) * (at * au)));
  return 2 * (low * c) * au;
}
// The singular values of an upper bidiagonal matrix. `turns_left` says which rotations the rows z take.
template <class R> CUTS_INLINE bool la_bidiagonal_qr(R* d, R* e, R* z, cuts_size n, cuts_size ld, cuts_size width, bool turns_left) {
  const R epsilon = la_epsilon<R>();
  R norm = 0;
  for (cuts_size i = 0; i < n; i++) {
    norm = la_abs(d[i]) > norm ? la_abs(d[i]) : norm;
    if (i + 1 < n) norm = la_abs(e[i]) > norm ? la_abs(e[i]) : norm;
  }
  // What is below this is nothing beside the largest: an absolute error of LAPACK's size.
  const R nothing = epsilon * norm * R(0.5);
  cuts_size sweeps = 0;
  for (cuts_size high = n; high > 1;) {
    const cuts_size last = high - 1;
    cuts_size low = last;
    bool singular = la_abs(d[last]) <= nothing;
    while (low > 0) {
      const R beside = la_abs(e[low - 1]);
      if (beside <= epsilon * (la_abs(d[low - 1]) + la_abs(d[low])) || beside <= nothing * R(0.125)) { e[low - 1] = 0; break; }
      low--;
      if (la_abs(d[low]) <= nothing) singular = true;
    }
    if (low == last) { high--; continue; }
    if (sweeps++ == LA_SWEEPS * n) return false;
    R f = d[low], g = e[low];
    if (!singular) {
      const R shift = la_smaller(d[last - 1], e[last - 1], d[last]), ratio = shift / la_abs(d[low]);
      if (ratio * ratio >= epsilon) f = (la_abs(d[low]) - shift) * ((d[low] < 0 ? R(-1) : R(1)) + shift / d[low]);
    }
    for (cuts_size i = low; i < last; i++) {
      R c, s, r;
      la_rotation(f, g, c, s, r);
      if (i > low) e[i - 1] = r;
      f = c * d[i] + s * e[i];
      e[i] = c * e[i] - s * d[i];
      g = s * d[i + 1];
      d[i + 1] = c * d[i + 1];
      if (!turns_left && width > 0) la_rotate(z + i * ld, z + (i + 1) * ld, c, s, width);
      la_rotation(f, g, c, s, r);
      d[i] = r;
      f = c * e[i] + s * d[i + 1];
      d[i + 1] = c * d[i + 1] - s * e[i];
      if (i + 1 < last) { g = s * e[i + 1]; e[i + 1] = c * e[i + 1]; }
      if (turns_left && width > 0) la_rotate(z + i * ld, z + (i + 1) * ld, c, s, width);
    }
    e[last - 1] = f;
  }
  for (cuts_size i = 0; i < n; i++) {
    if (d[i] >= 0) continue;
    d[i] = -d[i];
    if (!turns_left) for (cuts_size j = 0; j < width; j++) z[i * ld + j] = -z[i * ld + j];
  }
  return true;
}
// The columns of a thread, and its own copy of the diagonals.
template <class R> CUTS_INLINE void la_own(R* own, const R* d, const R* e, cuts_size n) {
  for (cuts_size i = 0; i < n; i++) { own[i] = d[i]; own[n + i] = e[i]; }
}

// d and e go in as spectral.cuh leaves them, sorted values come out, and the rows of z (n x columns)
// are turned. `works` has 2 n elements for each thread. The grid's x axis counts parts of the columns.
template <class R>
__global__ void la_eigenvalues(R* values, const R* d, const R* e, R* z, R* works, int* info, cuts_size n, cuts_size columns, cuts_size part, cuts_size first, cuts_size batch) {
  LA_MATRIX;
  const cuts_size begin = blockIdx.x * part, width = columns - begin < part ? columns - begin : part;
  R* own = works + (matrix * gridDim.x + blockIdx.x) * 2 * n;
  la_own(own, d + matrix * n, e + matrix * n, n);
  z += matrix * n * columns + begin;
  const R scale = own[n + n - 1];
  own[n + n - 1] = 0;
  const bool done = la_ql(own, own + n, z, n, columns, width);
  la_sort(own, z, n, columns, width, true);
  if (blockIdx.x > 0) return;
  if (!done && info[matrix] == 0) info[matrix] = 1;
  for (cuts_size i = 0; i < n; i++) values[matrix * n + i] = own[i] * scale;
}

// The same; the grid's y axis is 1 for the left vectors of singular values.
template <class R>
__global__ void la_singular_values(R* values, const R* d, const R* e, R* left, R* right, R* works, int* info, cuts_size n, cuts_size columns, cuts_size part, cuts_size first, cuts_size batch) {
  LA_MATRIX;
  const cuts_size begin = blockIdx.x * part, width = columns - begin < part ? columns - begin : part;
  const bool turns_left = blockIdx.y == 1;
  R* own = works + ((matrix * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * 2 * n;
  la_own(own, d + matrix * n, e + matrix * n, n);
  R* z = (turns_left ? left : right) + matrix * n * columns + begin;
  const R scale = own[n + n - 1];
  own[n + n - 1] = 0;
  const bool done = la_bidiagonal_qr(own, own + n, z, n, columns, width, turns_left);
  la_sort(own, z, n, columns, width, false);
  if (blockIdx.x > 0 || turns_left) return;
  if (!done && info[matrix] == 0) info[matrix] = 1;
  for (cuts_size i = 0; i < n; i++) values[matrix * n + i] = own[i] * scale;
}
