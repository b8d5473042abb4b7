// Factorisations of dense column-major matrices, on the host, for cuBLAS's batched functions and cuSOLVER: LU, Cholesky, QR,
// eigenvalues, singular values; for real and complex numbers. Plain loops: the textbook's algorithms, LAPACK's layouts.
#pragma once
#include "library_numbers.h"
#include <vector>

// LU with partial pivoting in place; `pivots` (counted from 1) may be null: then nothing is swapped. Returns LAPACK's info:
// the first column, counted from 1, whose pivot is zero, or 0.
template <class Number> int cuts_lu(int m, int n, Number* a, int lda, int* pivots) {
  int info = 0;
  for (int k = 0; k < (m < n ? m : n); ++k) {
    Number* column = a + size_t(k) * lda;
    int pivot = k;
    if (pivots != nullptr) {
      for (int i = k + 1; i < m; ++i)
        if (cuts_size_1(column[i]) > cuts_size_1(column[pivot])) pivot = i;
      pivots[k] = pivot + 1;
    }
    if (column[pivot] == Number(0)) {
      if (info == 0) info = k + 1;
      continue;
    }
    if (pivot != k)
      for (int j = 0; j < n; ++j) {
        const Number kept = a[size_t(j) * lda + k];
        a[size_t(j) * lda + k] = a[size_t(j) * lda + pivot];
        a[size_t(j) * lda + pivot] = kept;
      }
    for (int i = k + 1; i < m; ++i) column[i] = column[i] / column[k];
    for (int j = k + 1; j < n; ++j) {
      const Number factor = a[size_t(j) * lda + k];
      for (int i = k + 1; i < m; ++i) a[size_t(j) * lda + i] -= column[i] * factor;
    }
  }
  return info;
}
// Solves op(t) x = b in place, t triangular; the strides of x allow rows.
template <class Number>
void cuts_triangular_solve(bool lower, bool transposed, bool conjugated, bool unit, int n, const Number* t, int ldt, Number* x,
                           ptrdiff_t stride) {
  const bool forward = lower != transposed;
  for (int step = 0; step < n; ++step) {
    const int i = forward ? step : n - 1 - step;
    Number value = x[i * stride];
    for (int done = 0; done < step; ++done) {
      const int j = forward ? done : n - 1 - done;
      const Number element = transposed ? t[size_t(i) * ldt + j] : t[size_t(j) * ldt + i];
      value -= (conjugated ? cuts_conj(element) : element) * x[j * stride];
    }
    const Number diagonal = t[size_t(i) * ldt + i];
    x[i * stride] = unit ? value : value / (conjugated ? cuts_conj(diagonal) : diagonal);
  }
}
// Solves op(a) x = b for one column from the factors of cuts_lu. op: 0 as it is, 1 transposed, 2 conjugated as well.
template <class Number> void cuts_lu_solve(int op, int n, const Number* lu, int lda, const int* pivots, Number* b) {
  const auto exchange = [&](int i) {
    if (pivots == nullptr || pivots[i] == i + 1) return;
    const Number kept = b[i];
    b[i] = b[pivots[i] - 1];
    b[pivots[i] - 1] = kept;
  };
  if (op == 0) {
    for (int i = 0; i < n; ++i) exchange(i);
    cuts_triangular_solve(true, false, false, true, n, lu, lda, b, 1);
    cuts_triangular_solve(false, false, false, false, n, lu, lda, b, 1);
  } else {
    cuts_triangular_solve(false, true, op == 2, false, n, lu, lda, b, 1);
    cuts_triangular_solve(true, true, op == 2, true, n, lu, lda, b, 1);
    for (int i = n - 1; i >= 0; --i) exchange(i);
  }
}
// The inverse from the factors of cuts_lu, into another matrix.
template <class Number> void cuts_lu_inverse(int n, const Number* lu, int lda, const int* pivots, Number* inverse, int ldc) {
  for (int j = 0; j < n; ++j) {
    Number* column = inverse + size_t(j) * ldc;
    for (int i = 0; i < n; ++i) column[i] = Number(i == j ? 1 : 0);
    cuts_lu_solve(0, n, lu, lda, pivots, column);
  }
}

// Cholesky in place, in one triangle: a = l l^H or u^H u. Returns the first minor, counted from 1, that is not positive, or 0.
template <class Number> int cuts_cholesky(bool lower, int n, Number* a, int lda) {
  // The factor's element (i, j) of the lower triangle; of the upper one it is the conjugate at (j, i).
  const auto get = [&](int i, int j) { return lower ? a[size_t(j) * lda + i] : cuts_conj(a[size_t(i) * lda + j]); };
  const auto set = [&](int i, int j, Number v) {
    if (lower) a[size_t(j) * lda + i] = v;
    else a[size_t(i) * lda + j] = cuts_conj(v);
  };
  for (int j = 0; j < n; ++j) {
    auto diagonal = cuts_real_part(get(j, j));
    for (int k = 0; k < j; ++k) diagonal -= cuts_squared(get(j, k));
    if (!(diagonal > 0)) return j + 1;
    const auto root = sqrt(diagonal);
    set(j, j, Number(root));
    for (int i = j + 1; i < n; ++i) {
      Number sum = get(i, j);
      for (int k = 0; k < j; ++k) sum -= get(i, k) * cuts_conj(get(j, k));
      set(i, j, sum / Number(root));
    }
  }
  return 0;
}
template <class Number> void cuts_cholesky_solve(bool lower, int n, const Number* a, int lda, Number* b) {
  cuts_triangular_solve(lower, !lower, !lower, false, n, a, lda, b, 1);
  cuts_triangular_solve(lower, lower, lower, false, n, a, lda, b, 1);
}

// QR by Householder vectors, as LAPACK's geqrf: r above, vectors below the diagonal, h_k = 1 - tau_k v v^H.
template <class Number> void cuts_qr(int m, int n, Number* a, int lda, Number* tau) {
  typedef cuts_real_t<Number> Real;
  for (int k = 0; k < (m < n ? m : n); ++k) {
    Number* column = a + size_t(k) * lda;
    Real below = 0;
    for (int i = k + 1; i < m; ++i) below += cuts_squared(column[i]);
    const Number head = column[k];
    const Real length = sqrt(cuts_squared(head) + below), real = cuts_real_part(head);
    if (below == 0 && head == Number(real)) {
      tau[k] = Number(0);
      continue;
    }
    const Real beta = real > 0 ? -length : length;
    tau[k] = (Number(beta) - head) / Number(beta);
    const Number scale = head - Number(beta);
    for (int i = k + 1; i < m; ++i) column[i] = column[i] / scale;
    column[k] = Number(beta);
    for (int j = k + 1; j < n; ++j) {
      Number* other = a + size_t(j) * lda;
      Number sum = other[k];
      for (int i = k + 1; i < m; ++i) sum += cuts_conj(column[i]) * other[i];
      sum = cuts_conj(tau[k]) * sum;
      other[k] -= sum;
      for (int i = k + 1; i < m; ++i) other[i] -= column[i] * sum;
    }
  }
}
// c = q c, q^H c, c q or c q^H, q being the product of k Householder vectors in a. c is m x n.
template <class Number>
void cuts_qr_apply(bool left, bool adjoint, int m, int n, int k, const Number* a, int lda, const Number* tau, Number* c, int ldc) {
  const int length = left ? m : n, lines = left ? n : m;
  const ptrdiff_t along = left ? 1 : ldc, across = left ? ldc : 1;
  for (int step = 0; step < k; ++step) {
    const int at = left == adjoint ? step : k - 1 - step;
    const Number* v = a + size_t(at) * lda;
    const Number factor = adjoint ? cuts_conj(tau[at]) : tau[at];
    for (int line = 0; line < lines; ++line) {
      Number* x = c + line * across;
      Number sum = x[at * along];
      for (int i = at + 1; i < length; ++i) sum += (left ? cuts_conj(v[i]) : v[i]) * x[i * along];
      sum = factor * sum;
      x[at * along] -= sum;
      for (int i = at + 1; i < length; ++i) x[i * along] -= sum * (left ? v[i] : cuts_conj(v[i]));
    }
  }
}
// The first n columns of q, in place of the k vectors.
template <class Number> void cuts_qr_form(int m, int n, int k, Number* a, int lda, const Number* tau) {
  std::vector<Number> q(size_t(m) * n, Number(0));
  for (int j = 0; j < n; ++j) q[size_t(j) * m + j] = Number(1);
  cuts_qr_apply(true, false, m, n, k, a, lda, tau, q.data(), m);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) a[size_t(j) * lda + i] = q[size_t(j) * m + i];
}

// The rotation that makes columns p and q of a pair orthogonal: cosine, and a sine with a phase. `alpha` and `beta` are the
// diagonal, `gamma` what is beside it.
template <class Number> struct cuts_rotation {
  typedef cuts_real_t<Number> Real;
  Real cosine;
  Number sine;
  cuts_rotation(Real alpha, Real beta, Number gamma) {
    const Real size = cuts_size(gamma), zeta = (beta - alpha) / (2 * size);
    const Real tangent = (zeta < 0 ? -1 : 1) / (cuts_size(zeta) + sqrt(1 + zeta * zeta));
    cosine = 1 / sqrt(1 + tangent * tangent);
    sine = gamma / Number(size) * Number(cosine * tangent);
  }
  // (x, y) = (c x - conj(s) y, s x + c y)
  void turn(Number& x, Number& y) const {
    const Number kept = x;
    x = Number(cosine) * kept - cuts_conj(sine) * y;
    y = sine * kept + Number(cosine) * y;
  }
};

// Singular values by one-sided Jacobi rotations: a (m x n, m >= n) becomes u times the values, v (n x n) collects the
// rotations: a v = u s. Returns false where it does not settle.
template <class Number> bool cuts_jacobi_svd(int m, int n, Number* a, int lda, Number* v, cuts_real_t<Number>* values) {
  typedef cuts_real_t<Number> Real;
  const Real small = sizeof(Real) == 8 ? Real(1e-15) : Real(3e-7);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) v[size_t(j) * n + i] = Number(i == j ? 1 : 0);
  bool settled = false;
  for (int sweep = 0; sweep < 60 && !settled; ++sweep) {
    settled = true;
    for (int p = 0; p < n - 1; ++p)
      for (int q = p + 1; q < n; ++q) {
        Number *x = a + size_t(p) * lda, *y = a + size_t(q) * lda, gamma = Number(0);
        Real alpha = 0, beta = 0;
        for (int i = 0; i < m; ++i) {
          alpha += cuts_squared(x[i]);
          beta += cuts_squared(y[i]);
          gamma += cuts_conj(x[i]) * y[i];
        }
        if (cuts_size(gamma) <= small * sqrt(alpha) * sqrt(beta)) continue;
        settled = false;
        const cuts_rotation<Number> rotation(alpha, beta, gamma);
        for (int i = 0; i < m; ++i) rotation.turn(x[i], y[i]);
        for (int i = 0; i < n; ++i) rotation.turn(v[size_t(p) * n + i], v[size_t(q) * n + i]);
      }
  }
  // The largest first.
  for (int j = 0; j < n; ++j) {
    Real sum = 0;
    for (int i = 0; i < m; ++i) sum += cuts_squared(a[size_t(j) * lda + i]);
    values[j] = sqrt(sum);
  }
  for (int j = 0; j < n; ++j) {
    int best = j;
    for (int i = j + 1; i < n; ++i)
      if (values[i] > values[best]) best = i;
    if (best == j) continue;
    const Real kept = values[j];
    values[j] = values[best];
    values[best] = kept;
    for (int i = 0; i < m; ++i) {
      const Number one = a[size_t(j) * lda + i];
      a[size_t(j) * lda + i] = a[size_t(best) * lda + i];
      a[size_t(best) * lda + i] = one;
    }
    for (int i = 0; i < n; ++i) {
      const Number one = v[size_t(j) * n + i];
      v[size_t(j) * n + i] = v[size_t(best) * n + i];
      v[size_t(best) * n + i] = one;
    }
  }
  return settled;
}
// Eigenvalues, ascending, of the Hermitian matrix whose one triangle is in a; vectors become its columns if asked for.
// Cyclic Jacobi rotations. Returns false where it does not settle.
template <class Number> bool cuts_jacobi_eigen(bool lower, bool vectors, int n, Number* a, int lda, cuts_real_t<Number>* values) {
  typedef cuts_real_t<Number> Real;
  const Real small = sizeof(Real) == 8 ? Real(1e-16) : Real(3e-8);
  std::vector<Number> s(size_t(n) * n), v(size_t(n) * n, Number(0));
  Real norm = 0;
  for (int j = 0; j < n; ++j) {
    v[size_t(j) * n + j] = Number(1);
    for (int i = 0; i < n; ++i) {
      const bool stored = lower ? i >= j : i <= j;
      Number element = stored ? a[size_t(j) * lda + i] : cuts_conj(a[size_t(i) * lda + j]);
      if (i == j) element = Number(cuts_real_part(element));
      s[size_t(j) * n + i] = element;
      norm += cuts_squared(element);
    }
  }
  norm = sqrt(norm);
  bool settled = false;
  for (int sweep = 0; sweep < 60 && !settled; ++sweep) {
    settled = true;
    for (int p = 0; p < n - 1; ++p)
      for (int q = p + 1; q < n; ++q) {
        const Number gamma = s[size_t(q) * n + p];
        if (cuts_size(gamma) <= small * norm) continue;
        settled = false;
        const cuts_rotation<Number> rotation(cuts_real_part(s[size_t(p) * n + p]), cuts_real_part(s[size_t(q) * n + q]), gamma);
        for (int i = 0; i < n; ++i) rotation.turn(s[size_t(p) * n + i], s[size_t(q) * n + i]);
        // Rows as columns, conjugated.
        for (int i = 0; i < n; ++i) {
          Number x = cuts_conj(s[size_t(i) * n + p]), y = cuts_conj(s[size_t(i) * n + q]);
          rotation.turn(x, y);
          s[size_t(i) * n + p] = cuts_conj(x);
          s[size_t(i) * n + q] = cuts_conj(y);
        }
        for (int i = 0; i < n; ++i) rotation.turn(v[size_t(p) * n + i], v[size_t(q) * n + i]);
      }
  }
  std::vector<int> order(n);
  for (int i = 0; i < n; ++i) order[i] = i;
  const auto value = [&](int i) { return cuts_real_part(s[size_t(i) * n + i]); };
  for (int i = 1; i < n; ++i)
    for (int j = i; j > 0 && value(order[j]) < value(order[j - 1]); --j) {
      const int kept = order[j];
      order[j] = order[j - 1];
      order[j - 1] = kept;
    }
  for (int j = 0; j < n; ++j) {
    values[j] = value(order[j]);
    if (vectors)
      for (int i = 0; i < n; ++i) a[size_t(j) * lda + i] = v[size_t(order[j]) * n + i];
  }
  return settled;
}
