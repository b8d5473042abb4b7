// eigenvalues of any square matrix, in complex numbers: reflectors make it a Hessenberg matrix, QR steps with
// Wilkinson's shift make that triangular (Schur's form), and vectors come by substitution from below. One thread has one
// matrix. Vectors are kept in rows, so that what turns columns of Z runs along rows.
#pragma once
#include "spectral.cuh"

template <class R> CUTS_INLINE cuts_complex<R> la_root(cuts_complex<R> x) {
  const R size = la_abs(x);
  if (size == 0) return x;
  R re = sqrt((size + la_abs(x.re)) / 2);
  const R im = x.im / (2 * re);
  if (x.re >= 0) return cuts_make(re, im);
  return cuts_make(la_abs(im), x.im < 0 ? -re : re);
}
// Makes H a Hessenberg matrix and turns the rows of z along.
template <class C> CUTS_INLINE void la_hessenberg(C* h, C* z, C* v, C* sum, cuts_size n) {
  for (cuts_size k = 0; k + 2 < n; k++) {
    LA_REAL(C) beta;
    const C tau = la_reflector(h + (k + 1) * n + k, n, n - k - 1, beta);
    for (cuts_size i = k + 1; i < n; i++) { v[i] = h[i * n + k]; h[i * n + k] = la_number<C>(0); sum[i] = la_number<C>(0); }
    h[(k + 1) * n + k] = la_number<C>(beta);
    v[k + 1] = la_number<C>(1);
    const cuts_size width = n - k - 1;
    for (cuts_size i = k + 1; i < n; i++) la_subtract(sum + k + 1, -la_conj(v[i]), h + i * n + k + 1, width);
    for (cuts_size i = k + 1; i < n; i++) la_subtract(h + i * n + k + 1, la_conj(tau) * v[i], sum + k + 1, width);
    for (cuts_size i = k + 1; i < n; i++) sum[i] = la_conj(v[i]);
    for (cuts_size i = 0; i < n; i++)
      la_subtract(h + i * n + k + 1, tau * la_dot(h + i * n + k + 1, v + k + 1, width), sum + k + 1, width);
    if (z == nullptr) continue;
    for (cuts_size j = 0; j < n; j++) sum[j] = la_number<C>(0);
    for (cuts_size j = k + 1; j < n; j++) la_subtract(sum, -v[j], z + j * n, n);
    for (cuts_size j = k + 1; j < n; j++) la_subtract(z + j * n, tau * la_conj(v[j]), sum, n);
  }
}
// x = c x + s y, y = c y - conj(s) x
template <class C> CUTS_INLINE void la_turn(C* __restrict__ x, C* __restrict__ y, LA_REAL(C) c, C s, cuts_size n) {
  const C back = -la_conj(s);
  for (cuts_size j = 0; j < n; j++) {
    const C own = x[j], other = y[j];
    x[j] = la_times(own, c) + s * other;
    y[j] = la_times(other, c) + back * own;
  }
}
// The eigenvalue of the last 2 x 2 block that is nearer to its last element.
template <class C> CUTS_INLINE C la_shift(C a, C b, C c, C d) {
  const C product = b * c;
  if (la_size(product) == 0) return d;
  const C half = la_times(a - d, LA_REAL(C)(0.5)), root = la_root(half * half + product);
  const C sum = half + root, difference = half - root;
  const C divisor = la_size(sum) >= la_size(difference) ? sum : difference;
  return d - product / divisor;
}
// Makes a Hessenberg matrix triangular; false where that takes too long.
template <class C> CUTS_INLINE bool la_schur(C* h, C* z, cuts_size n) {
  typedef LA_REAL(C) R;
  const R epsilon = la_epsilon<R>();
  int steps = 0;
  for (cuts_size end = n; end > 1;) {
    const cuts_size last = end - 1;
    cuts_size low = last;
    for (; low > 0; low--) {
      C* below = h + low * n + low - 1;
      const R size = la_size(*below), beside = la_size(h[(low - 1) * n + low - 1]) + la_size(h[low * n + low]);
      if (size <= epsilon * beside || size <= la_tiny<R>()) { *below = la_number<C>(0); break; }
    }
    if (low == last) { end--; steps = 0; continue; }
    if (steps++ == 90) return false;
    C* corner = h + (last - 1) * n + last - 1;
    C shift = la_shift(corner[0], corner[1], corner[n], corner[n + 1]);
    // Steps that go round in a circle are thrown out of it.
    if (steps % 10 == 0) shift = corner[n + 1] + la_number<C>(la_size(corner[n]) * R(0.75));
    C x = h[low * n + low] - shift, y = h[(low + 1) * n + low];
    for (cuts_size k = low; k < last; k++) {
      const R size = la_abs(x), length = la_hypot(size, la_abs(y));
      R c = 1;
      C s = la_number<C>(0);
      if (length > 0) {
        c = size / length;
        const C phase = size == 0 ? la_number<C>(1) : la_from<C>::parts(x.re / size, x.im / size);
        s = phase * la_from<C>::parts(y.re / length, -y.im / length);
      }
      const cuts_size from = k > low ? k - 1 : k, to = z == nullptr ? end : n;
      la_turn(h + k * n + from, h + (k + 1) * n + from, c, s, to - from);
      const cuts_size rows = k + 3 < end ? k + 3 : end;
      const C conjugate = la_conj(s);
      for (cuts_size i = z == nullptr ? low : 0; i < rows; i++) {
        C* pair = h + i * n + k;
        const C own = pair[0], other = pair[1];
        pair[0] = la_times(own, c) + conjugate * other;
        pair[1] = la_times(other, c) - s * own;
      }
      if (z != nullptr) la_turn(z + k * n, z + (k + 1) * n, c, conjugate, n);
      if (k > low) h[(k + 1) * n + k - 1] = la_number<C>(0);
      if (k + 1 < last) { x = h[(k + 1) * n + k]; y = h[(k + 2) * n + k]; }
    }
  }
  return true;
}
// The vector of the k-th value of a triangle: x, with zeros behind k.
template <class C> CUTS_INLINE void la_substitute(const C* t, C* x, cuts_size k, cuts_size n, LA_REAL(C) least) {
  typedef LA_REAL(C) R;
  const R large = sizeof(R) == 4 ? R(0x1p60) : R(0x1p500);
  x[k] = la_number<C>(1);
  for (cuts_size i = k; i-- > 0;) {
    const C sum = la_dot(t + i * n + i + 1, x + i + 1, k - i);
    C divisor = t[k * n + k] - t[i * n + i];
    // Values that are equal have vectors that almost are.
    if (la_size(divisor) < least) divisor = la_number<C>(least);
    x[i] = sum / divisor;
    if (la_size(x[i]) > large) for (cuts_size j = i; j <= k; j++) x[j] = la_times(x[j], R(1) / large);
  }
}

// Eigenvalues, and vectors in columns of `vectors` where `wants`. `work` has (n + 3) n elements for each matrix.
template <class C, class R>
__global__ void la_eigen(C* all, C* values, C* vectors, C* works, int* info, cuts_size n, int wants, cuts_size first, cuts_size batch) {
  LA_MATRIX;
  C* h = all + matrix * n * n;
  C* v = works + matrix * n * (n + 3);
  C* sum = v + n;
  C* x = sum + n;
  C* z = wants ? x + n : nullptr;
  values += matrix * n;
  const R scale = la_scale(h, n * n);
  info[matrix] = scale == 0 ? -1 : 0;
  if (scale == 0) {
    for (cuts_size i = 0; i < n * n; i++) h[i] = la_number<C>(0);
  }
  if (wants) for (cuts_size i = 0; i < n; i++) for (cuts_size j = 0; j < n; j++) z[i * n + j] = la_number<C>(i == j ? 1 : 0);
  la_hessenberg(h, z, v, sum, n);
  if (!la_schur(h, z, n)) info[matrix] = 1;
  for (cuts_size k = 0; k < n; k++) values[k] = la_times(h[k * n + k], scale);
  if (!wants) return;
  R largest = 0;
  for (cuts_size i = 0; i < n; i++) for (cuts_size j = i; j < n; j++) { const R own = la_size(h[i * n + j]); if (own > largest) largest = own; }
  const R least = largest * la_epsilon<R>() + la_tiny<R>();
  vectors += matrix * n * n;
  for (cuts_size k = 0; k < n; k++) {
    la_substitute(h, x, k, n, least);
    for (cuts_size j = 0; j < n; j++) sum[j] = la_number<C>(0);
    for (cuts_size j = 0; j <= k; j++) la_subtract(sum, -x[j], z + j * n, n);
    R most = 0, square = 0;
    for (cuts_size j = 0; j < n; j++) { const R own = la_size(sum[j]); if (own > most) most = own; }
    for (cuts_size j = 0; j < n; j++) { const C own = la_times(sum[j], R(1) / most); sum[j] = own; square += own.re * own.re + own.im * own.im; }
    const R inverse = R(1) / sqrt(square);
    for (cuts_size j = 0; j < n; j++) vectors[j * n + k] = la_times(sum[j], inverse);
  }
}
