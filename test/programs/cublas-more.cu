// cuBLAS beyond the basics: complex numbers, many small systems, half precision in batches, types as arguments. Results are small
// whole numbers, or rounded.
#include <cmath>
#include <cstdio>
#include <vector>
#include <cublas_v2.h>
#include <cuComplex.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                    \
  do {                                                                 \
    cublasStatus_t status = (call);                                    \
    if (status != CUBLAS_STATUS_SUCCESS) {                             \
      printf("%s: %s\n", #call, cublasGetStatusString(status));        \
      return 1;                                                        \
    }                                                                  \
  } while (0)

// All that was uploaded, to be freed at the end.
std::vector<void*> uploads;
template <class T> T* upload(const std::vector<T>& h) {
  T* d;
  cudaMalloc((void**)&d, h.size() * sizeof(T));
  cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
  uploads.push_back(d);
  return d;
}
template <class T> std::vector<T> download(const T* d, size_t n) {
  std::vector<T> h(n);
  cudaDeviceSynchronize();
  cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
  return h;
}
double clean(double x) { return fabs(x) < 5e-5 ? 0.0 : x; }
void print(float x) { printf(" %.4g", clean(x)); }
void print(double x) { printf(" %.4g", clean(x)); }
void print(int x) { printf(" %d", x); }
void print(__half x) { printf(" %.4g", clean(__half2float(x))); }
void print(cuComplex z) { printf(" %.4g%+.4gi", clean(z.x), clean(z.y)); }
void print(cuDoubleComplex z) { printf(" %.4g%+.4gi", clean(z.x), clean(z.y)); }
template <class T> void show(const char* name, const T* d, int n) {
  printf("%s:", name);
  for (T x : download(d, n)) print(x);
  printf("\n");
}

int main() {
  cublasHandle_t h;
  CHECK(cublasCreate(&h));

  // 1+i 2 / 3 1-2i, by columns.
  cuComplex *a = upload<cuComplex>({{1, 1}, {3, 0}, {2, 0}, {1, -2}}), *b = upload<cuComplex>({{1, 0}, {0, 1}, {2, -1}, {1, 1}});
  cuComplex *c = upload<cuComplex>({{1, 0}, {1, 0}, {1, 0}, {1, 0}}), one = {1, 0}, two = {2, 0}, i = {0, 1}, zero = {0, 0};
  CHECK(cublasCgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, b, 2, &i, c, 2));
  show("a b + i c", c, 4);
  CHECK(cublasCgemm(h, CUBLAS_OP_C, CUBLAS_OP_T, 2, 2, 2, &two, a, 2, b, 2, &zero, c, 2));
  show("2 a* b'", c, 4);
  float rone = 1, rzero = 0;
  CHECK(cublasCherk(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, 2, 2, &rone, a, 2, &rzero, c, 2));
  std::vector<cuComplex> herk = download(c, 4);
  printf("a a*:"), print(herk[0]), print(herk[1]), print(herk[3]), printf("\n");
  cuComplex dot;
  CHECK(cublasCdotc(h, 4, a, 1, b, 1, &dot));
  printf("dotc:"), print(dot);
  CHECK(cublasCdotu(h, 4, a, 1, b, 1, &dot));
  printf(", dotu:"), print(dot);
  float norm;
  int index;
  CHECK(cublasScnrm2(h, 4, a, 1, &norm));
  CHECK(cublasIcamax(h, 4, a, 1, &index));
  printf(", norm %.4g, largest %d\n", norm, index);
  CHECK(cublasCgeam(h, CUBLAS_OP_C, CUBLAS_OP_N, 2, 2, &one, a, 2, &i, b, 2, c, 2));
  show("a* + i b", c, 4);
  CHECK(cublasCdgmm(h, CUBLAS_SIDE_RIGHT, 2, 2, a, 2, b, 1, c, 2));
  show("a diag(b)", c, 4);
  // Solves a x = b, and gets b again.
  cuDoubleComplex *za = upload<cuDoubleComplex>({{1, 1}, {3, 0}, {0, 0}, {1, -2}}), *zb = upload<cuDoubleComplex>({{2, 4}, {1, 1}}), zone = {1, 0};
  CHECK(cublasZtrsm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 2, 1, &zone, za, 2, zb, 2));
  show("triangle", zb, 2);
  CHECK(cublasZtrmm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 2, 1, &zone, za, 2, zb, 2, zb, 2));
  show("and back", zb, 2);

  // Two 3 x 3 systems: LU, solution, inverse. The second one is singular.
  double *m0 = upload<double>({2, 4, 8, 1, 3, 7, 1, 3, 9}), *m1 = upload<double>({4, 2, 1, 8, 4, 2, 1, 0, 1});
  double *inv0 = upload(std::vector<double>(9)), *inv1 = upload(std::vector<double>(9)), *x0 = upload<double>({7, 19, 49}), *x1 = upload<double>({1, 2, 3});
  double **ms = upload<double*>({m0, m1}), **invs = upload<double*>({inv0, inv1}), **xs = upload<double*>({x0, x1});
  int *pivots = upload(std::vector<int>(6)), *info = upload<int>({-9, -9}), host_info;
  CHECK(cublasDmatinvBatched(h, 3, ms, 3, invs, 3, info, 1));
  show("inverse", inv0, 9);
  CHECK(cublasDgetrfBatched(h, 3, ms, 3, pivots, info, 2));
  show("info", info, 2);
  show("pivots", pivots, 3);
  show("factors", m0, 9);
  CHECK(cublasDgetrsBatched(h, CUBLAS_OP_N, 3, 1, ms, 3, pivots, xs, 3, &host_info, 1));
  show("solution", x0, 3);
  CHECK(cublasDgetriBatched(h, 3, ms, 3, pivots, invs, 3, info, 1));
  show("inverse", inv0, 9);
  // A line through (0, 1), (1, 3), (2, 5), (3, 7).
  float *line = upload<float>({1, 1, 1, 1, 0, 1, 2, 3}), *points = upload<float>({1, 3, 5, 7});
  float **lines = upload<float*>({line}), **ps = upload<float*>({points});
  CHECK(cublasSgelsBatched(h, CUBLAS_OP_N, 4, 2, 1, lines, 4, ps, 4, &host_info, nullptr, 1));
  show("line", points, 2);
  float *low = upload<float>({2, 1, 0, 4}), *rhs = upload<float>({2, 9, 4, 6}), fone = 1, fzero = 0, ftwo = 2;
  float **lows = upload<float*>({low}), **rhss = upload<float*>({rhs});
  CHECK(cublasStrsmBatched(h, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, 2, 2, &fone, lows, 2, rhss, 2, 1));
  show("right side", rhs, 4);

  // Rank-2 updates and triangular products in float.
  float *u = upload<float>({1, 2, 3, 4}), *v = upload<float>({5, 6, 7, 8}), *s = upload(std::vector<float>(4));
  CHECK(cublasSsyr2k(h, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, 2, 2, &fone, u, 2, v, 2, &fzero, s, 2));
  show("u v' + v u'", s, 4);
  CHECK(cublasSsyr(h, CUBLAS_FILL_MODE_UPPER, 2, &ftwo, u, 1, s, 2));
  show("+ 2 x x'", s, 4);
  CHECK(cublasStrmv(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, 2, low, 2, u, 2));
  show("triangle' x", u, 4);

  // Half: strided, by pointers, and with the types as arguments.
  std::vector<__half> ones, more;
  for (int k = 0; k < 8; k++) ones.push_back(__float2half(1)), more.push_back(__float2half((float)k));
  __half *ha = upload(ones), *hb = upload(more), *hc = upload(ones), hone = __float2half(1), hzero = __float2half(0);
  CHECK(cublasHgemmStridedBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &hone, ha, 2, 4, hb, 2, 4, &hone, hc, 2, 4, 2));
  show("half", hc, 8);
  __half **has = upload<__half*>({ha, hb}), **hbs = upload<__half*>({hb, hb + 4}), **hcs = upload<__half*>({hc, hc + 4});
  CHECK(cublasHgemmBatched(h, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 2, &hone, has, 2, hbs, 2, &hzero, hcs, 2, 2));
  show("half", hc, 8);
  CHECK(cublasGemmBatchedEx(h, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &fone, (const void**)has, CUDA_R_16F, 2, (const void**)hbs, CUDA_R_16F, 2, &fzero,
                            (void**)hcs, CUDA_R_16F, 2, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  show("half", hc, 8);
  __half hdot;
  CHECK(cublasDotEx(h, 8, hb, CUDA_R_16F, 1, hb, CUDA_R_16F, 1, &hdot, CUDA_R_16F, CUDA_R_32F));
  printf("dot"), print(hdot), printf("\n");
  // A sum of float in float would be 20 too large.
  float *many = upload(std::vector<float>(65536, std::sqrt(65504.0f / 65536))), fdot;
  CHECK(cublasDotEx(h, 65536, many, CUDA_R_32F, 1, many, CUDA_R_32F, 1, &fdot, CUDA_R_32F, CUDA_R_32F));
  printf("dot of many: %.0f\n", fdot);
  CHECK(cublasDestroy(h));
  for (void* one : uploads) cudaFree(one);
  return 0;
}
