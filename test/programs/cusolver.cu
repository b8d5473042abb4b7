// cuSOLVER: LU, Cholesky, QR, eigenvalues and singular values, checked by putting the matrices together again, in all four types.
#include <cmath>
#include <cstdio>
#include <vector>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>

#define CHECK(call)                                                          \
  do {                                                                       \
    cusolverStatus_t status = (call);                                        \
    if (status != CUSOLVER_STATUS_SUCCESS) {                                 \
      printf("%s: %d\n", #call, (int)status);                                \
      return 1;                                                              \
    }                                                                        \
  } while (0)

// All that was allocated, to be freed at the end.
std::vector<void*> allocated;
template <class T> T* upload(const std::vector<T>& h) {
  T* d;
  cudaMalloc((void**)&d, h.size() * sizeof(T) + 256);
  cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
  allocated.push_back(d);
  return d;
}
template <class T> std::vector<T> download(const T* d, size_t n) {
  std::vector<T> h(n);
  cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
  return h;
}
int* info_of() { return upload<int>({-99}); }
int read(const int* d) { return download(d, 1)[0]; }
void show(const char* name, const std::vector<double>& x) {
  printf("%s:", name);
  for (double v : x) printf(" %.6f", fabs(v) < 5e-7 ? 0.0 : v);
  printf("\n");
}

int main() {
  cusolverDnHandle_t handle;
  CHECK(cusolverDnCreate(&handle));
  int size, *info = info_of();
  // 2 1 1 / 4 3 3 / 8 7 9, column by column; solution 1 2 3.
  const std::vector<double> a = {2, 4, 8, 1, 3, 7, 1, 3, 9}, b = {7, 19, 49};
  double *lu = upload(a), *x = upload(b);
  int* pivots = upload(std::vector<int>(3));
  CHECK(cusolverDnDgetrf_bufferSize(handle, 3, 3, lu, 3, &size));
  CHECK(cusolverDnDgetrf(handle, 3, 3, lu, 3, upload(std::vector<double>(size)), pivots, info));
  printf("getrf %d, pivots", read(info));
  for (int p : download(pivots, 3)) printf(" %d", p);
  printf("\n");
  show("factors", download(lu, 9));
  CHECK(cusolverDnDgetrs(handle, CUBLAS_OP_N, 3, 1, lu, 3, pivots, x, 3, info));
  show("solution", download(x, 3));
  // Transposed: 7 19 49 from the left.
  double* y = upload<double>({34, 28, 34});
  CHECK(cusolverDnDgetrs(handle, CUBLAS_OP_T, 3, 1, lu, 3, pivots, y, 3, info));
  show("transposed", download(y, 3));

  // 4 2 2 / 2 5 3 / 2 3 6.
  const std::vector<double> spd = {4, 2, 2, 2, 5, 3, 2, 3, 6};
  for (auto fill : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    double *c = upload(spd), *z = upload<double>({14, 21, 26});
    CHECK(cusolverDnDpotrf_bufferSize(handle, fill, 3, c, 3, &size));
    CHECK(cusolverDnDpotrf(handle, fill, 3, c, 3, upload(std::vector<double>(size)), size, info));
    CHECK(cusolverDnDpotrs(handle, fill, 3, 1, c, 3, z, 3, info));
    std::vector<double> factor = download(c, 9);
    if (fill == CUBLAS_FILL_MODE_LOWER) show("lower", {factor[0], factor[1], factor[2], factor[4], factor[5], factor[8]});
    else show("upper", {factor[0], factor[3], factor[6], factor[4], factor[7], factor[8]});
    show("solution", download(z, 3));
  }
  double* bad = upload<double>({1, 2, 2, 1});
  CHECK(cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, 2, bad, 2, &size));
  CHECK(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, 2, bad, 2, upload(std::vector<double>(size)), size, info));
  printf("not positive: %d\n", read(info));

  // A complex Hermitian one: 2, 1 - i / 1 + i, 3. Its factor has 1.4142, (1 + i) / 1.4142, 1.4142.
  cuDoubleComplex* h = upload<cuDoubleComplex>({{2, 0}, {1, 1}, {1, -1}, {3, 0}});
  CHECK(cusolverDnZpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, 2, h, 2, &size));
  CHECK(cusolverDnZpotrf(handle, CUBLAS_FILL_MODE_LOWER, 2, h, 2, upload(std::vector<cuDoubleComplex>(size)), size, info));
  std::vector<cuDoubleComplex> hf = download(h, 4);
  show("hermitian", {hf[0].x, hf[1].x, hf[1].y, hf[3].x});

  // QR of a 4 x 3 matrix: q' q is one, q r is a, least squares by q' b and r.
  const std::vector<float> tall = {1, 2, 3, 4, 2, 0, 1, 5, 7, 1, 2, 2};
  float *q = upload(tall), *tau = upload(std::vector<float>(3)), *rhs = upload<float>({1, 2, 3, 4});
  CHECK(cusolverDnSgeqrf_bufferSize(handle, 4, 3, q, 4, &size));
  CHECK(cusolverDnSgeqrf(handle, 4, 3, q, 4, tau, upload(std::vector<float>(size)), size, info));
  CHECK(cusolverDnSormqr_bufferSize(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, 4, 1, 3, q, 4, tau, rhs, 4, &size));
  CHECK(cusolverDnSormqr(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, 4, 1, 3, q, 4, tau, rhs, 4, upload(std::vector<float>(size)), size, info));
  std::vector<float> r = download(q, 12), qb = download(rhs, 4);
  double s[3];
  for (int i = 2; i >= 0; i--) {
    s[i] = qb[i];
    for (int j = i + 1; j < 3; j++) s[i] -= r[j * 4 + i] * s[j];
    s[i] /= r[i * 4 + i];
  }
  printf("least squares: %.4f %.4f %.4f\n", fabs(s[0]) < 5e-5 ? 0.0 : s[0], fabs(s[1]) < 5e-5 ? 0.0 : s[1], fabs(s[2]) < 5e-5 ? 0.0 : s[2]);
  CHECK(cusolverDnSorgqr_bufferSize(handle, 4, 3, 3, q, 4, tau, &size));
  CHECK(cusolverDnSorgqr(handle, 4, 3, 3, q, 4, tau, upload(std::vector<float>(size)), size, info));
  std::vector<float> qf = download(q, 12);
  double worst = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double dot = 0;
      for (int k = 0; k < 4; k++) dot += qf[i * 4 + k] * qf[j * 4 + k];
      worst = fmax(worst, fabs(dot - (i == j)));
    }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 3; j++) {
      double sum = 0;
      for (int k = 0; k <= j; k++) sum += qf[k * 4 + i] * r[j * 4 + k];
      worst = fmax(worst, fabs(sum - tall[j * 4 + i]));
    }
  printf("qr: %s\n", worst < 1e-5 ? "right" : "wrong");

  // Eigenvalues 1, 3, 6 would be too easy: -1 2 -1 has 2 - 2 cos(pi k / 6).
  const int n = 5;
  std::vector<double> chain(n * n, 0.0);
  for (int i = 0; i < n; i++) {
    chain[i * n + i] = 2;
    if (i > 0) chain[i * n + i - 1] = chain[(i - 1) * n + i] = -1;
  }
  double *e = upload(chain), *w = upload(std::vector<double>(n));
  CHECK(cusolverDnDsyevd_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, n, e, n, w, &size));
  CHECK(cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, n, e, n, w, upload(std::vector<double>(size)), size, info));
  std::vector<double> vectors = download(e, n * n), values = download(w, n);
  show("eigenvalues", values);
  worst = 0;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int j = 0; j < n; j++) sum += chain[j * n + i] * vectors[k * n + j];
      worst = fmax(worst, fabs(sum - values[k] * vectors[k * n + i]));
    }
  printf("eigenvectors: %s\n", worst < 1e-12 ? "right" : "wrong");

  // Singular values of the tall matrix in double, and of a complex one; u s vt is the matrix.
  std::vector<double> tall_d(tall.begin(), tall.end());
  double *m = upload(tall_d), *sv = upload(std::vector<double>(3)), *u = upload(std::vector<double>(16)), *vt = upload(std::vector<double>(9));
  CHECK(cusolverDnDgesvd_bufferSize(handle, 4, 3, &size));
  CHECK(cusolverDnDgesvd(handle, 'A', 'A', 4, 3, m, 4, sv, u, 4, vt, 3, upload(std::vector<double>(size)), size, nullptr, info));
  std::vector<double> us = download(u, 16), ss = download(sv, 3), vs = download(vt, 9);
  show("singular values", ss);
  worst = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 3; j++) {
      double sum = 0;
      for (int k = 0; k < 3; k++) sum += us[k * 4 + i] * ss[k] * vs[j * 3 + k];
      worst = fmax(worst, fabs(sum - tall_d[j * 4 + i]));
    }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      double dot = 0;
      for (int k = 0; k < 4; k++) dot += us[i * 4 + k] * us[j * 4 + k];
      worst = fmax(worst, fabs(dot - (i == j)));
    }
  printf("svd: %s\n", worst < 1e-12 ? "right" : "wrong");
  cuComplex *cm = upload<cuComplex>({{1, 1}, {0, 2}, {3, 0}, {1, -1}}), *cu = upload(std::vector<cuComplex>(4)), *cvt = upload(std::vector<cuComplex>(4));
  float *cs = upload(std::vector<float>(2)), *rwork = upload(std::vector<float>(16));
  CHECK(cusolverDnCgesvd_bufferSize(handle, 2, 2, &size));
  CHECK(cusolverDnCgesvd(handle, 'S', 'S', 2, 2, cm, 2, cs, cu, 2, cvt, 2, upload(std::vector<cuComplex>(size)), size, rwork, info));
  std::vector<float> css = download(cs, 2);
  printf("complex: %.4f %.4f\n", css[0], css[1]);

  // The generic form, with 64-bit pivots.
  double *g = upload(a), *gx = upload(b);
  int64_t* wide = upload(std::vector<int64_t>(3));
  size_t device_bytes, host_bytes;
  CHECK(cusolverDnXgetrf_bufferSize(handle, nullptr, 3, 3, CUDA_R_64F, g, 3, CUDA_R_64F, &device_bytes, &host_bytes));
  std::vector<char> host(host_bytes + 1);
  CHECK(cusolverDnXgetrf(handle, nullptr, 3, 3, CUDA_R_64F, g, 3, wide, CUDA_R_64F, upload(std::vector<char>(device_bytes + 1)), device_bytes, host.data(),
                         host_bytes, info));
  CHECK(cusolverDnXgetrs(handle, nullptr, CUBLAS_OP_N, 3, 1, CUDA_R_64F, g, 3, wide, CUDA_R_64F, gx, 3, info));
  show("generic", download(gx, 3));
  CHECK(cusolverDnDestroy(handle));
  for (void* one : allocated) cudaFree(one);
  return 0;
}
