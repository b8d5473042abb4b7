// Tensor core fragments: products of every shape and type, against sums on the host.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
#include <mma.h>
using namespace nvcuda;

template <class T> struct Storage { typedef T type; };
template <> struct Storage<wmma::precision::tf32> { typedef float type; };

// d = 2 * (a * b) + c, one warp.
template <int M, int N, int K, class T, class Sum, class LayoutA, class LayoutB>
__global__ void product(const typename Storage<T>::type* a, const typename Storage<T>::type* b, const Sum* c, Sum* d) {
  __shared__ Sum tile[M * N];
  wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> fa;
  wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> fb;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> sum, fc;
  wmma::load_matrix_sync(fa, a, std::is_same<LayoutA, wmma::row_major>::value ? K : M);
  wmma::load_matrix_sync(fb, b, std::is_same<LayoutB, wmma::row_major>::value ? N : K);
  wmma::fill_fragment(sum, (Sum)0.0f);
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::load_matrix_sync(fc, c, N, wmma::mem_row_major);
  for (int i = 0; i < fc.num_elements; ++i) fc.x[i] = sum.x[i] + sum.x[i] + fc.x[i];
  wmma::store_matrix_sync(tile, fc, M, wmma::mem_col_major);
  __syncwarp();
  for (int i = threadIdx.x; i < M * N; i += 32) d[i / M + i % M * N] = tile[i];
}

template <class T> static double number(T x) { return (double)x; }
template <> double number(__half x) { return __half2float(x); }
template <> double number(__nv_bfloat16 x) { return __bfloat162float(x); }
template <class T> static T made(int x) { return (T)x; }
template <> __half made(int x) { return __float2half(x); }
template <> __nv_bfloat16 made(int x) { return __float2bfloat16(x); }

template <int M, int N, int K, class T, class Sum, class LayoutA, class LayoutB>
static void check(const char* name) {
  typedef typename Storage<T>::type Element;
  const bool a_rows = std::is_same<LayoutA, wmma::row_major>::value, b_rows = std::is_same<LayoutB, wmma::row_major>::value;
  Element *a, *b;
  Sum *c, *d;
  cudaMallocManaged(&a, M * K * sizeof(Element));
  cudaMallocManaged(&b, K * N * sizeof(Element));
  cudaMallocManaged(&c, M * N * sizeof(Sum));
  cudaMallocManaged(&d, M * N * sizeof(Sum));
  for (int i = 0; i < M * K; ++i) a[i] = made<Element>(i * 7 % 11);
  for (int i = 0; i < K * N; ++i) b[i] = made<Element>(i * 5 % 9);
  for (int i = 0; i < M * N; ++i) c[i] = made<Sum>(i % 13);
  product<M, N, K, T, Sum, LayoutA, LayoutB><<<1, 32>>>(a, b, c, d);
  cudaError_t status = cudaDeviceSynchronize();
  int wrong = 0;
  double total = 0;
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      double sum = 0;
      for (int k = 0; k < K; ++k) sum += number(a[a_rows ? i * K + k : k * M + i]) * number(b[b_rows ? k * N + j : j * K + k]);
      wrong += number(d[i * N + j]) != 2 * sum + number(c[i * N + j]);
      total += number(d[i * N + j]) * (i + 2 * j);
    }
  printf("%-14s %2d x %2d x %2d: %s, %d wrong, %.0f\n", name, M, N, K, cudaGetErrorName(status), wrong, total);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFree(d);
}

int main() {
  using wmma::col_major;
  using wmma::row_major;
  check<16, 16, 16, __half, float, row_major, col_major>("half, float");
  check<16, 16, 16, __half, __half, row_major, row_major>("half, half");
  check<32, 8, 16, __half, float, col_major, row_major>("half, float");
  check<8, 32, 16, __half, float, col_major, col_major>("half, float");
  check<16, 16, 16, __nv_bfloat16, float, row_major, row_major>("bfloat16");
  check<32, 8, 16, __nv_bfloat16, float, row_major, col_major>("bfloat16");
  check<8, 32, 16, __nv_bfloat16, float, col_major, row_major>("bfloat16");
  check<16, 16, 8, wmma::precision::tf32, float, row_major, col_major>("tf32");
  check<16, 16, 16, signed char, int, row_major, col_major>("signed char");
  check<32, 8, 16, unsigned char, int, row_major, row_major>("unsigned char");
  check<8, 32, 16, signed char, int, col_major, row_major>("signed char");
  check<8, 8, 4, double, double, row_major, col_major>("double");
}
