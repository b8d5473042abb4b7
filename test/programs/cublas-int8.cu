// Products of bytes, and of halves with sums in halves, by cublasGemmEx; and what headers say of themselves.
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <curand.h>
#include <cstdio>

#if !defined(CUBLAS_API_H_) || !defined(CURAND_H_)
#error "the headers do not say that they are there"
#endif

int main() {
  const int m = 8, n = 12, k = 16;
  signed char *a, *b;
  int* c;
  float* f;
  cudaMallocManaged(&a, m * k);
  cudaMallocManaged(&b, k * n);
  cudaMallocManaged(&c, m * n * sizeof(int));
  cudaMallocManaged(&f, m * n * sizeof(float));
  for (int i = 0; i < m * k; ++i) a[i] = (signed char)(i * 37 - 100);
  for (int i = 0; i < k * n; ++i) b[i] = (signed char)(i * 11 + 5);
  for (int i = 0; i < m * n; ++i) {
    c[i] = i;
    f[i] = -i;
  }
  cublasHandle_t handle;
  cublasCreate(&handle);
  int alpha = 1, beta = 1;
  cublasStatus_t status = cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, a, CUDA_R_8I, k, b, CUDA_R_8I, k,
                                       &beta, c, CUDA_R_32I, m, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT);
  float one = 1.0f, zero = 0.0f;
  cublasStatus_t floats = cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &one, a, CUDA_R_8I, k, b, CUDA_R_8I, k,
                                       &zero, f, CUDA_R_32F, m, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      int sum = 0;
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[j * k + p];
      wrong += c[j * m + i] != sum + j * m + i;
      wrong += f[j * m + i] != (float)sum;
    }
  printf("%d %d, %d wrong, %d %g\n", status, floats, wrong, c[0], f[5]);

  __half *x, *y, *z;
  cudaMallocManaged(&x, 64 * sizeof(__half));
  cudaMallocManaged(&y, 64 * sizeof(__half));
  cudaMallocManaged(&z, 64 * sizeof(__half));
  for (int i = 0; i < 64; ++i) {
    x[i] = __float2half(i % 5);
    y[i] = __float2half(i % 3);
  }
  __half half_one = __float2half(1.0f), half_zero = __float2half(0.0f);
  status = cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &half_one, x, CUDA_R_16F, 8, y, CUDA_R_16F, 8, &half_zero,
                        z, CUDA_R_16F, 8, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
  cudaDeviceSynchronize();
  printf("%d:", status);
  for (int i = 0; i < 64; i += 9) printf(" %g", __half2float(z[i]));
  printf("\n");
  for (__half* one : {x, y, z}) cudaFree(one);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFree(f);
  cublasDestroy(handle);
}
