// Matrices of the host, multiplied by cuBLASXt, beside loops on the host.
#include <cublasXt.h>
#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  cublasXtHandle_t handle;
  int device = 0, none = 1, dim = 0, boards = 0;
  printf("%d", cublasXtCreate(&handle));
  printf(" %d %d", cublasXtDeviceSelect(handle, 1, &device), cublasXtSetBlockDim(handle, 64));
  cublasXtGetBlockDim(handle, &dim);
  cublasXtMaxBoards(&boards);
  printf(" %d %d\n", dim, boards > 0);

  // c = 2 a b^T + 3 c, with room between the columns, which stays as it is.
  const size_t m = 70, n = 50, k = 90, lda = 72, ldb = 53, ldc = 75;
  std::vector<float> a(lda * k), b(ldb * k), c(ldc * n), expected;
  for (size_t i = 0; i < a.size(); ++i) a[i] = float(i % 13) - 6;
  for (size_t i = 0; i < b.size(); ++i) b[i] = float(i % 7) - 3;
  for (size_t i = 0; i < c.size(); ++i) c[i] = float(i % 5);
  expected = c;
  for (size_t j = 0; j < n; ++j)
    for (size_t i = 0; i < m; ++i) {
      float sum = 0;
      for (size_t p = 0; p < k; ++p) sum += a[p * lda + i] * b[p * ldb + j];
      expected[j * ldc + i] = 2 * sum + 3 * expected[j * ldc + i];
    }
  const float alpha = 2, beta = 3;
  cublasStatus_t status = cublasXtSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, &alpha, a.data(), lda, b.data(), ldb, &beta, c.data(), ldc);
  printf("sgemm %d, %s\n", status, c == expected ? "same" : "different");

  // What trmm multiplies, trsm divides again.
  const size_t order = 40, columns = 30;
  std::vector<double> triangle(order * order), x(order * columns), y(order * columns);
  for (size_t i = 0; i < triangle.size(); ++i) triangle[i] = i / order == i % order ? 4 : double(i % 3) / 8;
  for (size_t i = 0; i < x.size(); ++i) x[i] = double(i % 11);
  const double one = 1;
  status = cublasXtDtrmm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, order, columns, &one,
                         triangle.data(), order, x.data(), order, y.data(), order);
  printf("dtrmm %d, %g %g\n", status, y[0], y[1]);
  status = cublasXtDtrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, order, columns, &one,
                         triangle.data(), order, y.data(), order);
  double error = 0;
  for (size_t i = 0; i < x.size(); ++i) error = fmax(error, fabs(x[i] - y[i]));
  printf("dtrsm %d, %s\n", status, error < 1e-10 ? "same" : "different");

  // (1 + 2i)(3 - i) is 5 + 5i; an operand may be on the device.
  cuDoubleComplex p = make_cuDoubleComplex(1, 2), q = make_cuDoubleComplex(3, -1), r, unit = make_cuDoubleComplex(1, 0),
                  zero = make_cuDoubleComplex(0, 0), *there;
  cudaMalloc(&there, sizeof p);
  cudaMemcpy(there, &p, sizeof p, cudaMemcpyHostToDevice);
  status = cublasXtZgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &unit, there, 1, &q, 1, &zero, &r, 1);
  printf("zgemm %d, %g %g\n", status, r.x, r.y);
  cudaFree(there);

  std::vector<float> square(9);
  const float full[] = {1, 2, 3, 4, 5, 6};
  const float unitf = 1, zerof = 0;
  status = cublasXtSsyrk(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, 3, 2, &unitf, full, 3, &zerof, square.data(), 3);
  printf("ssyrk %d, %g %g %g %g\n", status, square[0], square[1], square[4], square[3]);
  const float symmetric[] = {1, 2, 0, 5};
  float product[2];
  status = cublasXtSsymm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, 2, 1, &unitf, symmetric, 2, full, 2, &zerof, product, 2);
  printf("ssymm %d, %g %g\n", status, product[0], product[1]);

  printf("%d %d\n", cublasXtSetBlockDim(handle, 0) != CUBLAS_STATUS_SUCCESS, none);
  printf("%d\n", cublasXtDestroy(handle));
}
