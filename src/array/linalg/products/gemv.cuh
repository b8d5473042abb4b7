// The product of a matrix and a vector as CUDA C++ for both devices, for batches of both: y[i] = sum over k of A[i, k] x[k]. One
// row is a product of two vectors. The grid's x axis counts blocks of rows, then parts of k, then products; its y axis
// the products of an outer axis of the batch. Where k is cut into parts, each part's sums go to `partial`.
#pragma once
#include "gemm.cuh"

#define CUTS_GEMV_PARAMETERS(S, T) S* out, T* partial, const S* a, const S* x, cuts_size m, cuts_size k, \
  cuts_stride am, cuts_stride ak, cuts_stride xk, cuts_size chunk, cuts_size rows, cuts_size batch, \
  cuts_stride a_x, cuts_stride x_x, cuts_stride a_y, cuts_stride x_y
#define CUTS_GEMV_ARGUMENTS out, partial, a, x, m, k, am, ak, xk, chunk, rows, batch, a_x, x_x, a_y, x_y
// Where a block is: sets `first` and `count` of its rows, `terms` of k, and moves a and x there.
#define CUTS_GEMV_PLACE \
  const cuts_size bands = (m + rows - 1) / rows, parts = (k + chunk - 1) / chunk; \
  const cuts_size band = blockIdx.x % bands, part = blockIdx.x / bands % parts, product = blockIdx.x / bands / parts; \
  const cuts_size first = band * rows, count = m - first < rows ? m - first : rows; \
  const cuts_size terms = k - part * chunk < chunk ? k - part * chunk : chunk; \
  a += (cuts_stride)product * a_x + (cuts_stride)blockIdx.y * a_y + (cuts_stride)first * am + (cuts_stride)(part * chunk) * ak; \
  x += (cuts_stride)product * x_x + (cuts_stride)blockIdx.y * x_y + (cuts_stride)(part * chunk) * xk; \
  out += (blockIdx.y * batch + product) * m + first; \
  if (partial) partial += ((blockIdx.y * batch + product) * parts + part) * m + first;
template <class S, class T> CUTS_INLINE void cuts_put(S* out, T* partial, cuts_size i, T sum) {
  if (partial) partial[i] = sum;
  else out[i] = cuts_store<S>(sum);
}

#ifdef __CUTS_CPU__
// R rows that lie side by side along k.
template <int R, class S, class P>
CUTS_INLINE void cuts_along_k(S* out, P* partial, const P* a, const P* x, cuts_size i, cuts_size terms, cuts_stride am) {
  constexpr int L = cuts_lanes<P>;
  typedef cuts_vector<P> V;
  V sum[R][2];
#pragma unroll
  for (int r = 0; r < R; r++) { sum[r][0] = V{}; sum[r][1] = V{}; }
  cuts_size p = 0;
  for (; p + 2 * L <= terms; p += 2 * L) {
    const V x0 = cuts_read(x + p), x1 = cuts_read(x + p + L);
#pragma unroll
    for (int r = 0; r < R; r++) {
      sum[r][0] += cuts_read(a + r * am + p) * x0;
      sum[r][1] += cuts_read(a + r * am + p + L) * x1;
    }
  }
#pragma unroll
  for (int r = 0; r < R; r++) {
    const V both = sum[r][0] + sum[r][1];
    P total = both[0] + both[1];
    if constexpr (L == 4) total += both[2] + both[3];
    for (cuts_size q = p; q < terms; q++) total += a[r * am + q] * x[q];
    cuts_put(out, partial, i + r, total);
  }
}
// N vectors of rows that lie side by side.
template <int N, class S, class P>
CUTS_INLINE void cuts_along_m(S* out, P* partial, const P* a, const P* x, cuts_size i, cuts_size terms, cuts_stride ak, cuts_stride xk) {
  constexpr int L = cuts_lanes<P>;
  typedef cuts_vector<P> V;
  V sum[N];
#pragma unroll
  for (int j = 0; j < N; j++) sum[j] = V{};
  for (cuts_size p = 0; p < terms; p++) {
    const P scale = x[(cuts_stride)p * xk];
    const P* line = a + (cuts_stride)p * ak;
#pragma unroll
    for (int j = 0; j < N; j++) sum[j] += cuts_read(line + j * L) * (V{} + scale);
  }
#pragma unroll
  for (int j = 0; j < N; j++)
#pragma unroll
    for (int l = 0; l < L; l++) cuts_put(out, partial, i + j * L + l, (P)sum[j][l]);
}
template <class S, class T, class P> CUTS_INLINE void cuts_gemv(CUTS_GEMV_PARAMETERS(S, T)) {
  CUTS_GEMV_PLACE
  cuts_size i = 0;
  if constexpr (sizeof(S) == sizeof(P)) {
    constexpr int L = cuts_lanes<P>;
    const P* from = (const P*)a;
    const P* by = (const P*)x;
    if (ak == 1 && xk == 1) {
      for (; i + 4 <= count; i += 4) cuts_along_k<4, S, P>(out, (P*)partial, from + (cuts_stride)i * am, by, i, terms, am);
      for (; i < count; i++) cuts_along_k<1, S, P>(out, (P*)partial, from + (cuts_stride)i * am, by, i, terms, am);
    } else if (am == 1) {
      for (; i + 8 * L <= count; i += 8 * L) cuts_along_m<8, S, P>(out, (P*)partial, from + i, by, i, terms, ak, xk);
      for (; i + L <= count; i += L) cuts_along_m<1, S, P>(out, (P*)partial, from + i, by, i, terms, ak, xk);
    }
  }
  for (; i < count; i++) {
    T sum{};
    for (cuts_size p = 0; p < terms; p++)
      sum = sum + T(cuts_load(a[(cuts_stride)i * am + (cuts_stride)p * ak])) * T(cuts_load(x[(cuts_stride)p * xk]));
    cuts_put(out, partial, i, sum);
  }
}
#else
// A block of 256 threads has one row.
template <class S, class T, class P> CUTS_INLINE void cuts_gemv(CUTS_GEMV_PARAMETERS(S, T)) {
  CUTS_GEMV_PLACE
  __shared__ T shared[256];
  for (cuts_size i = 0; i < count; i++) {
    T sum{};
    for (cuts_size p = threadIdx.x; p < terms; p += 256)
      sum = sum + T(cuts_load(a[(cuts_stride)i * am + (cuts_stride)p * ak])) * T(cuts_load(x[(cuts_stride)p * xk]));
    __syncthreads();
    shared[threadIdx.x] = sum;
    for (int half = 128; half > 0; half /= 2) {
      __syncthreads();
      if ((int)threadIdx.x < half) shared[threadIdx.x] = shared[threadIdx.x] + shared[threadIdx.x + half];
    }
    if (threadIdx.x == 0) cuts_put(out, partial, i, shared[0]);
  }
}
#endif

template <class S, class T, class P>
__global__ void gemv(S* out, T* partial, const S* a, const S* x, cuts_size m, cuts_size k,
    cuts_stride am, cuts_stride ak, cuts_stride xk, cuts_size chunk, cuts_size rows, cuts_size batch,
    cuts_stride a_x, cuts_stride x_x, cuts_stride a_y, cuts_stride x_y) {
  cuts_gemv<S, T, P>(CUTS_GEMV_ARGUMENTS);
}
