// cuBLAS: products of column-major matrices, transposed and batched, and the vector functions.
#include <cstdio>
#include <vector>
#include <cublas_v2.h>
#include <cuda_runtime.h>

#define CUBLAS(call)                                                                \
  do {                                                                              \
    cublasStatus_t status = (call);                                                 \
    if (status != CUBLAS_STATUS_SUCCESS) {                                          \
      printf("%s: %s\n", #call, cublasGetStatusString(status));                     \
      return 1;                                                                     \
    }                                                                               \
  } while (0)

// All that was uploaded, to be freed at the end.
std::vector<void*> uploads;
template <class T> T* upload(const std::vector<T>& h) {
  T* d;
  cudaMalloc(&d, h.size() * sizeof(T));
  cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
  uploads.push_back(d);
  return d;
}
template <class T> void show(const char* name, const T* d, int rows, int columns) {
  std::vector<T> h(rows * columns);
  cudaMemcpy(h.data(), d, h.size() * sizeof(T), cudaMemcpyDeviceToHost);
  printf("%s\n", name);
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < columns; j++) printf(" %6g", (double)h[j * rows + i]);
    printf("\n");
  }
}

int main() {
  cublasHandle_t handle;
  CUBLAS(cublasCreate(&handle));
  // 3 x 2 and 2 x 4, column by column.
  float *a = upload<float>({1, 2, 3, 4, 5, 6}), *b = upload<float>({1, -1, 2, 0, 0, 3, 1, 1}), *c = upload(std::vector<float>(12, 1.0f));
  float one = 1, two = 2, zero = 0;
  CUBLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 4, 2, &one, a, 3, b, 2, &two, c, 3));
  show("a b + 2 c", c, 3, 4);
  CUBLAS(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 3, &one, a, 3, a, 3, &zero, c, 2));
  show("a' a", c, 2, 2);
  CUBLAS(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &one, b, 2, 4, b, 2, 4, &zero, c, 2, 4, 2));
  show("b1 b1', b2 b2'", c, 2, 4);

  const int n = 100;
  std::vector<double> big(n * n);
  for (int i = 0; i < n * n; i++) big[i] = (i * 7 % 11) - 5;
  double *x = upload(big), *y = upload(std::vector<double>(n * n)), done = 1, dzero = 0;
  CUBLAS(cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &done, x, n, x, n, &dzero, y, n));
  std::vector<double> r(n * n);
  CUBLAS(cublasGetMatrix(n, n, sizeof(double), y, n, r.data(), n));
  int wrong = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double want = 0;
      for (int k = 0; k < n; k++) want += big[k * n + i] * big[k * n + j];
      wrong += want != r[j * n + i];
    }
  printf("100 x 100: %d wrong, %g\n", wrong, r[n * n - 1]);

  float *u = upload<float>({3, -4, 12, 0}), *v = upload<float>({1, 2, 3, 4}), result;
  int index;
  CUBLAS(cublasSdot(handle, 4, u, 1, v, 1, &result));
  printf("dot %g", result);
  CUBLAS(cublasSnrm2(handle, 4, u, 1, &result));
  printf(", nrm2 %g", result);
  CUBLAS(cublasSasum(handle, 4, u, 1, &result));
  printf(", asum %g", result);
  CUBLAS(cublasIsamax(handle, 4, u, 1, &index));
  printf(", iamax %d", index);
  CUBLAS(cublasIsamin(handle, 4, u, 1, &index));
  printf(", iamin %d\n", index);
  CUBLAS(cublasSaxpy(handle, 4, &two, u, 1, v, 1));
  CUBLAS(cublasSscal(handle, 2, &two, v, 2));
  CUBLAS(cublasSswap(handle, 2, v, 1, u, 1));
  show("v", v, 1, 4);
  CUBLAS(cublasSgemv(handle, CUBLAS_OP_T, 3, 2, &one, a, 3, u, 1, &zero, v, 1));
  CUBLAS(cublasSger(handle, 2, 2, &one, v, 1, v, 1, b, 2));
  show("v v' + b", b, 2, 2);
  CUBLAS(cublasDestroy(handle));
  printf("%s\n", cublasGetStatusString(CUBLAS_STATUS_INVALID_VALUE));
  for (void* one : uploads) cudaFree(one);
  return 0;
}
