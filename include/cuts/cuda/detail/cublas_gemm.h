// The matrix product of cuBLAS as a kernel: one thread a block and one block a tile of 64 x 64, so that the tiles spread
// over the processors. Panels of both matrices are packed, which deals with transposition and with narrow types, and the
// innermost loops work on SIMD vectors.
#pragma once

template <class Real> struct cuts_gemm_tile {
  static constexpr int size = 64, depth = 384 / sizeof(Real), lanes = 16 / sizeof(Real), columns = 4;
  typedef Real vector __attribute__((vector_size(16)));
};

template <class Real, class In>
__device__ __forceinline__ Real cuts_gemm_element(const In* matrix, bool transposed, int row, int column, int leading) {
  return static_cast<Real>(matrix[transposed ? size_t(row) * leading + column : size_t(column) * leading + row]);
}

// A scalar of the host, or the place of one on the device, where earlier work of the stream may still write it.
template <class Scalar> struct cuts_gemm_scalar {
  const Scalar* place;
  Scalar value;
  cuts_gemm_scalar(const Scalar* from, bool on_device) : place(on_device ? from : nullptr), value(on_device ? Scalar(0) : *from) {}
  template <class Real> __device__ Real as() const { return static_cast<Real>(place ? *place : value); }
};
// What sums are kept in, by the type of the scalars.
template <class Scalar> struct cuts_gemm_sums { typedef Scalar type; };
template <> struct cuts_gemm_sums<__half> { typedef float type; };

template <class Scalar, class In, class Out>
__global__ void cuts_gemm_kernel(bool a_transposed, bool b_transposed, int m, int n, int k, cuts_gemm_scalar<Scalar> scale,
                                 const In* a, int lda, long long a_stride, const In* b, int ldb, long long b_stride,
                                 cuts_gemm_scalar<Scalar> keep, Out* c, int ldc,
                                 long long c_stride, const In* const* a_list, const In* const* b_list, Out* const* c_list) {
  typedef typename cuts_gemm_sums<Scalar>::type Real;
  typedef cuts_gemm_tile<Real> tile;
  typedef typename tile::vector vector;
  constexpr int rows = 2 * tile::lanes;
  // a: slices of `rows` rows, b: slices of four columns; within a slice the depth runs slowest.
  __shared__ alignas(16) Real a_panel[tile::size * tile::depth];
  __shared__ alignas(16) Real b_panel[tile::size * tile::depth];
  const Real alpha = scale.template as<Real>(), beta = keep.template as<Real>();
  const int batch = blockIdx.z, i0 = blockIdx.x * tile::size, j0 = blockIdx.y * tile::size;
  a = a_list ? a_list[batch] : a + batch * a_stride;
  b = b_list ? b_list[batch] : b + batch * b_stride;
  c = c_list ? c_list[batch] : c + batch * c_stride;
  const int height = m - i0 < tile::size ? m - i0 : tile::size, width = n - j0 < tile::size ? n - j0 : tile::size;

  for (int j = 0; j < width; ++j)
    for (int i = 0; i < height; ++i) {
      Out& element = c[size_t(j0 + j) * ldc + i0 + i];
      element = beta == Real(0) ? Out(Real(0)) : Out(beta * static_cast<Real>(element));
    }
  if (alpha == Real(0)) return;
  for (int k0 = 0; k0 < k; k0 += tile::depth) {
    const int depth = k - k0 < tile::depth ? k - k0 : tile::depth;
    for (int slice = 0; slice < height; slice += rows)
      for (int p = 0; p < depth; ++p)
        for (int i = 0; i < rows; ++i)
          a_panel[slice * tile::depth + p * rows + i] =
              slice + i < height ? alpha * cuts_gemm_element<Real>(a, a_transposed, i0 + slice + i, k0 + p, lda) : Real(0);
    for (int slice = 0; slice < width; slice += tile::columns)
      for (int j = 0; j < tile::columns; ++j)
        for (int p = 0; p < depth; ++p)
          b_panel[slice * tile::depth + p * tile::columns + j] =
              slice + j < width ? cuts_gemm_element<Real>(b, b_transposed, k0 + p, j0 + slice + j, ldb) : Real(0);
    for (int j = 0; j < width; j += tile::columns)
      for (int i = 0; i < height; i += rows) {
        const vector* left = reinterpret_cast<const vector*>(a_panel + i * tile::depth);
        const Real* right = b_panel + j * tile::depth;
        vector s00 = {}, s01 = {}, s10 = {}, s11 = {}, s20 = {}, s21 = {}, s30 = {}, s31 = {};
        for (int p = 0; p < depth; ++p, left += 2, right += tile::columns) {
          const vector x = left[0], y = left[1];
          s00 += x * right[0];
          s01 += y * right[0];
          s10 += x * right[1];
          s11 += y * right[1];
          s20 += x * right[2];
          s21 += y * right[2];
          s30 += x * right[3];
          s31 += y * right[3];
        }
        const vector sums[tile::columns][2] = {{s00, s01}, {s10, s11}, {s20, s21}, {s30, s31}};
        for (int v = 0; v < tile::columns && j + v < width; ++v)
          for (int u = 0; u < rows && i + u < height; ++u) {
            Out& element = c[size_t(j0 + j + v) * ldc + i0 + i + u];
            element = Out(static_cast<Real>(element) + sums[v][u / tile::lanes][u % tile::lanes]);
          }
      }
  }
}

// cuBLAS prints the parameter that it refuses, counted from 1 after the handle.
inline cublasStatus_t cuts_blas_refuse(const char* name, int parameter) {
  printf(" ** On entry to %s  parameter number %d had an illegal value\n", name, parameter);
  return CUBLAS_STATUS_INVALID_VALUE;
}

template <class Scalar, class In, class Out>
cublasStatus_t cuts_gemm(const char* name, cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m,
                         int n, int k, const Scalar* alpha, const In* a, int lda, long long a_stride, const In* b, int ldb,
                         long long b_stride, const Scalar* beta, Out* c, int ldc, long long c_stride, int batches,
                         const In* const* a_list = nullptr, const In* const* b_list = nullptr,
                         Out* const* c_list = nullptr) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const bool ta = op_a != CUBLAS_OP_N, tb = op_b != CUBLAS_OP_N;
  if (unsigned(op_a) > CUBLAS_OP_C) return cuts_blas_refuse(name, 1);
  if (unsigned(op_b) > CUBLAS_OP_C) return cuts_blas_refuse(name, 2);
  if (m < 0) return cuts_blas_refuse(name, 3);
  if (n < 0) return cuts_blas_refuse(name, 4);
  if (k < 0) return cuts_blas_refuse(name, 5);
  if (alpha == nullptr || beta == nullptr || batches < 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (lda < 1 || lda < (ta ? k : m)) return cuts_blas_refuse(name, 8);
  if (ldb < 1 || ldb < (tb ? n : k)) return cuts_blas_refuse(name, 10);
  if (ldc < 1 || ldc < m) return cuts_blas_refuse(name, 13);
  if (m == 0 || n == 0 || batches == 0) return CUBLAS_STATUS_SUCCESS;
  const bool on_device = handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE;
  constexpr int size = cuts_gemm_tile<typename cuts_gemm_sums<Scalar>::type>::size;
  cuts_gemm_kernel<Scalar, In, Out><<<dim3((m + size - 1) / size, (n + size - 1) / size, batches), 1, 0, handle->stream>>>(
      ta, tb, m, n, k, {alpha, on_device}, a, lda, a_stride, b, ldb, b_stride, {beta, on_device}, c, ldc, c_stride, a_list, b_list,
      c_list);
  return cudaGetLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
