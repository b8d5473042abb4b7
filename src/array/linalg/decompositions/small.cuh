// Decompositions of matrices of at most 32 rows, for devices whose threads run side by side: a block has one matrix and keeps
// it in shared memory. Rows there are 33 elements apart, so that the threads of a warp reach a column without waiting for
// each other.
#pragma once
#include "matrix.cuh"

// As in small-engine.ts.
#define LA_SMALL 32
#define LA_PITCH 33
#define LA_BLOCK_MATRIX const cuts_size matrix = first + blockIdx.z; if (matrix >= batch) return
// y[j] -= a conj(x[j PITCH])
template <class T> CUTS_INLINE void la_subtract_column(T* __restrict__ y, T a, const T* __restrict__ x, int n) {
  for (int j = 0; j < n; j++) y[j] = y[j] - a * la_conj(x[j * LA_PITCH]);
}

// LU with partial pivoting, in place; thread i has row i. `info` is 1 + the first pivot that is zero.
template <class T, class R>
__global__ void la_small_lu(T* all, int* pivots, int* info, cuts_size n, cuts_size first, cuts_size batch) {
  LA_BLOCK_MATRIX;
  __shared__ T a[LA_SMALL * LA_PITCH];
  const int rows = (int)n, lane = (int)threadIdx.x;
  all += matrix * n * n;
  pivots += matrix * n;
  if (lane < rows) for (int i = 0; i < rows; i++) a[i * LA_PITCH + lane] = all[i * rows + lane];
  __syncthreads();
  int zero = 0;
  for (int k = 0; k < rows; k++) {
    int best = k;
    R size = la_size(a[k * LA_PITCH + k]);
    for (int i = k + 1; i < rows; i++) {
      const R own = la_size(a[i * LA_PITCH + k]);
      if (own > size) { size = own; best = i; }
    }
    if (lane == 0) pivots[k] = best;
    __syncthreads();
    if (best != k && lane < rows) {
      const T kept = a[k * LA_PITCH + lane];
      a[k * LA_PITCH + lane] = a[best * LA_PITCH + lane];
      a[best * LA_PITCH + lane] = kept;
    }
    __syncthreads();
    const T pivot = a[k * LA_PITCH + k];
    if (pivot == la_number<T>(0)) { if (zero == 0) zero = k + 1; continue; }
    if (lane > k && lane < rows) {
      T* own = a + lane * LA_PITCH;
      const T factor = own[k] / pivot;
      own[k] = factor;
      la_subtract(own + k + 1, factor, a + k * LA_PITCH + k + 1, (cuts_size)(rows - k - 1));
    }
    __syncthreads();
  }
  if (lane == 0) info[matrix] = zero;
  if (lane < rows) for (int i = 0; i < rows; i++) all[i * rows + lane] = a[i * LA_PITCH + lane];
}

// X of A X = B from such factors, in the place of B, whose columns the grid's x axis counts by 32. A warp has as many rows at a
// time as fit beside each other.
template <class T>
__global__ void la_small_solve(T* x, const T* lu, const int* pivots, cuts_size n, cuts_size columns, cuts_size first, cuts_size batch) {
  LA_BLOCK_MATRIX;
  __shared__ T a[LA_SMALL * LA_PITCH];
  __shared__ T b[LA_SMALL * LA_PITCH];
  const int rows = (int)n, lane = (int)threadIdx.x;
  const cuts_size begin = blockIdx.x * LA_SMALL;
  const int width = columns - begin < LA_SMALL ? (int)(columns - begin) : LA_SMALL;
  lu += matrix * n * n;
  pivots += matrix * n;
  x += matrix * n * columns + begin;
  for (int i = 0; i < rows; i++) {
    if (lane < rows) a[i * LA_PITCH + lane] = lu[i * rows + lane];
    if (lane < width) b[i * LA_PITCH + lane] = x[(cuts_size)i * columns + lane];
  }
  __syncthreads();
  if (lane < width) for (int k = 0; k < rows; k++) {
    const int other = pivots[k];
    const T kept = b[k * LA_PITCH + lane];
    b[k * LA_PITCH + lane] = b[other * LA_PITCH + lane];
    b[other * LA_PITCH + lane] = kept;
  }
  __syncthreads();
  int across = 1;
  while (across < width) across *= 2;
  const int column = lane % across, row = lane / across, step = LA_SMALL / across;
  const bool has = column < width;
  for (int k = 0; k < rows; k++) {
    const T value = b[k * LA_PITCH + column];
    if (has) for (int i = k + 1 + row; i < rows; i += step)
      b[i * LA_PITCH + column] = b[i * LA_PITCH + column] - a[i * LA_PITCH + k] * value;
    __syncthreads();
  }
  for (int k = rows - 1; k >= 0; k--) {
    const T value = b[k * LA_PITCH + column] / a[k * LA_PITCH + k];
    __syncthreads();
    if (has) {
      if (row == 0) b[k * LA_PITCH + column] = value;
      for (int i = row; i < k; i += step) b[i * LA_PITCH + column] = b[i * LA_PITCH + column] - a[i * LA_PITCH + k] * value;
    }
    __syncthreads();
  }
  if (lane < width) for (int i = 0; i < rows; i++) x[(cuts_size)i * columns + lane] = b[i * LA_PITCH + lane];
}

// L of A = L L^H from the lower triangle of A, in place, with zeros above it; `info` is 1 + the first row where A is not positive.
template <class T, class R>
__global__ void la_small_cholesky(T* all, int* info, cuts_size n, cuts_size first, cuts_size batch) {
  LA_BLOCK_MATRIX;
  __shared__ T a[LA_SMALL * LA_PITCH];
  const int rows = (int)n, lane = (int)threadIdx.x;
  all += matrix * n * n;
  if (lane < rows) for (int i = 0; i < rows; i++) a[i * LA_PITCH + lane] = all[i * rows + lane];
  T* own = a + lane * LA_PITCH;
  int bad = 0;
  for (int k = 0; k < rows; k++) {
    __syncthreads();
    const R square = la_re(a[k * LA_PITCH + k]);
    if (!(square > 0)) { bad = k + 1; break; }
    const R root = sqrt(square);
    __syncthreads();
    if (lane == k) own[k] = la_number<T>(root);
    if (lane > k && lane < rows) own[k] = la_from<T>::parts(la_re(own[k]) / root, la_im(own[k]) / root);
    __syncthreads();
    if (lane > k && lane < rows) la_subtract_column(own + k + 1, own[k], a + (k + 1) * LA_PITCH + k, lane - k);
  }
  __syncthreads();
  if (lane == 0) info[matrix] = bad;
  if (lane < rows) for (int i = 0; i < rows; i++) all[i * rows + lane] = lane <= i ? a[i * LA_PITCH + lane] : la_number<T>(0);
}

// The two rows of pair k in a round of a tournament of `players`, an even number: each meets each other once in players - 1 rounds.
CUTS_INLINE int la_wrap(int x, int rounds) { return x >= rounds ? x - rounds : x; }
CUTS_INLINE int la_player(int k, int round, int players) { return k == 0 ? players - 1 : la_wrap(round + k, players - 1); }
CUTS_INLINE int la_rival(int k, int round, int players) { return la_wrap(round + players - 1 - k, players - 1); }

// Eigenvalues of Hermitian matrices, upwards, and vectors in columns where `wants`, by Jacobi's rotations: those of a round touch
// different rows and columns, so all are made at once. `info` is -1 for matrices that are not finite, 1 without convergence.
template <class T, class R>
__global__ void la_small_eigh(R* values, T* vectors, const T* all, int* info, cuts_size n, int wants, cuts_size first, cuts_size batch) {
  LA_BLOCK_MATRIX;
  __shared__ T a[LA_SMALL * LA_PITCH];
  __shared__ T v[LA_SMALL * LA_PITCH];
  __shared__ R cosines[LA_SMALL / 2];
  __shared__ T sines[LA_SMALL / 2];
  __shared__ R largest[LA_SMALL];
  __shared__ R squares[LA_SMALL];
  __shared__ int turned;
  const int rows = (int)n, thread = (int)threadIdx.x, threads = (int)blockDim.x;
  all += matrix * n * n;
  // Rows behind the last are zeros, which no rotation touches.
  for (int at = thread; at < LA_SMALL * LA_SMALL; at += threads) {
    const int i = at / LA_SMALL, j = at % LA_SMALL;
    a[i * LA_PITCH + j] = i < rows && j < rows ? all[i * rows + j] : la_number<T>(0);
    v[i * LA_PITCH + j] = la_number<T>(i == j ? 1 : 0);
  }
  __syncthreads();
  if (thread < LA_SMALL) {
    R most = 0;
    for (int j = 0; j < rows; j++) {
      const R size = la_size(a[thread * LA_PITCH + j]);
      // What is not finite stays the largest.
      if (!(size <= most)) most = la_is_finite(most) ? size : most;
    }
    largest[thread] = most;
  }
  __syncthreads();
  R most = 0;
  for (int i = 0; i < rows; i++) if (!(largest[i] <= most)) most = la_is_finite(most) ? largest[i] : most;
  const bool is_finite = la_is_finite(most);
  const R scale = la_scale_of(most), inverse = R(1) / scale;
  for (int at = thread; at < LA_SMALL * LA_SMALL; at += threads) {
    T* own = a + at / LA_SMALL * LA_PITCH + at % LA_SMALL;
    *own = is_finite ? la_times(*own, inverse) : la_number<T>(0);
  }
  __syncthreads();
  if (thread < LA_SMALL) {
    R sum = 0;
    for (int j = 0; j < rows; j++) { const R size = la_size(a[thread * LA_PITCH + j]); sum += size * size; }
    squares[thread] = sum;
  }
  __syncthreads();
  R norm = 0;
  for (int i = 0; i < rows; i++) norm += squares[i];
  const R negligible = la_epsilon<R>() * sqrt(norm) / 16;
  const int players = rows + rows % 2, pairs = players / 2;
  const int right = thread % (LA_SMALL / 2), down = thread / (LA_SMALL / 2), step = threads / (LA_SMALL / 2);
  int sweep = 0;
  for (; sweep < 40; sweep++) {
    if (thread == 0) turned = 0;
    __syncthreads();
    for (int round = 0; round < players - 1; round++) {
      if (thread < pairs) {
        const int p = la_player(thread, round, players), q = la_rival(thread, round, players);
        const T beside = a[p * LA_PITCH + q];
        const R size = la_abs(beside);
        R c = 1;
        T s = la_number<T>(0);
        if (size > negligible) {
          const R tau = (la_re(a[q * LA_PITCH + q]) - la_re(a[p * LA_PITCH + p])) / (2 * size);
          const R t = (tau >= 0 ? R(1) : R(-1)) / (la_abs(tau) + sqrt(1 + tau * tau));
          c = R(1) / sqrt(1 + t * t);
          s = la_times(beside, t * c / size);
          turned = 1;
        }
        cosines[thread] = c;
        sines[thread] = s;
      }
      __syncthreads();
      if (right < pairs) {
        const int pl = la_player(right, round, players), ql = la_rival(right, round, players);
        const R cl = cosines[right];
        const T sl = sines[right], tl = la_conj(sl);
        for (int k = down; k < pairs; k += step) {
          const int pk = la_player(k, round, players), qk = la_rival(k, round, players);
          T* up = a + pk * LA_PITCH;
          T* low = a + qk * LA_PITCH;
          const R ck = cosines[k];
          const T sk = sines[k], tk = la_conj(sk);
          const T pp = la_times(up[pl], ck) - sk * low[pl], pq = la_times(up[ql], ck) - sk * low[ql];
          const T qp = tk * up[pl] + la_times(low[pl], ck), qq = tk * up[ql] + la_times(low[ql], ck);
          up[pl] = la_times(pp, cl) - tl * pq;
          low[ql] = sl * qp + la_times(qq, cl);
          // What a rotation is made for is zero, whatever rounding leaves of it.
          const bool is_own = k == right && sk != la_number<T>(0);
          up[ql] = is_own ? la_number<T>(0) : sl * pp + la_times(pq, cl);
          low[pl] = is_own ? la_number<T>(0) : la_times(qp, cl) - tl * qq;
        }
        if (wants) for (int i = down; i < rows; i += step) {
          T* own = v + i * LA_PITCH;
          const T p = own[pl], q = own[ql];
          own[pl] = la_times(p, cl) - tl * q;
          own[ql] = sl * p + la_times(q, cl);
        }
      }
      __syncthreads();
    }
    if (turned == 0) break;
    __syncthreads();
  }
  if (thread == 0) info[matrix] = !is_finite ? -1 : turned ? 1 : 0;
  values += matrix * n;
  vectors += matrix * n * n;
  if (thread >= rows) return;
  const R own = la_re(a[thread * LA_PITCH + thread]);
  int rank = 0;
  for (int i = 0; i < rows; i++) {
    const R other = la_re(a[i * LA_PITCH + i]);
    if (other < own || (other == own && i < thread)) rank++;
  }
  values[rank] = own * scale;
  if (wants) for (int i = 0; i < rows; i++) vectors[i * rows + rank] = v[i * LA_PITCH + thread];
}
