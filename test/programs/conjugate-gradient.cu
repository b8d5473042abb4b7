// Conjugate gradients for a tridiagonal system, with cuBLAS for the vector work and a kernel for the matrix.
#include <cmath>
#include <cstdio>
#include <vector>
#include <cublas_v2.h>

__global__ void multiply(const double* x, double* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 4 * x[i] - (i > 0 ? x[i - 1] : 0) - (i + 1 < n ? x[i + 1] : 0);
}

int main() {
  const int n = 1000;
  std::vector<double> b(n, 1.0), zero(n, 0.0);
  double *x, *r, *p, *ap;
  cudaMalloc(&x, n * sizeof(double));
  cudaMalloc(&r, n * sizeof(double));
  cudaMalloc(&p, n * sizeof(double));
  cudaMalloc(&ap, n * sizeof(double));
  cudaMemcpy(x, zero.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(r, b.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasDcopy(handle, n, r, 1, p, 1);
  double rr, one = 1;
  cublasDdot(handle, n, r, 1, r, 1, &rr);
  int steps = 0;
  while (std::sqrt(rr) > 1e-9 && steps < n) {
    multiply<<<(n + 255) / 256, 256>>>(p, ap, n);
    double pap, next;
    cublasDdot(handle, n, p, 1, ap, 1, &pap);
    double alpha = rr / pap, minus = -alpha;
    cublasDaxpy(handle, n, &alpha, p, 1, x, 1);
    cublasDaxpy(handle, n, &minus, ap, 1, r, 1);
    cublasDdot(handle, n, r, 1, r, 1, &next);
    double beta = next / rr;
    cublasDscal(handle, n, &beta, p, 1);
    cublasDaxpy(handle, n, &one, r, 1, p, 1);
    rr = next;
    steps++;
  }
  std::vector<double> h(n);
  cudaMemcpy(h.data(), x, n * sizeof(double), cudaMemcpyDeviceToHost);
  double worst = 0;
  for (int i = 0; i < n; i++) {
    double ax = 4 * h[i] - (i > 0 ? h[i - 1] : 0) - (i + 1 < n ? h[i + 1] : 0);
    worst = std::fmax(worst, std::fabs(ax - 1));
  }
  printf("converged %s, residual %s, middle %.6f, edge %.6f\n", steps < 40 ? "yes" : "no", worst < 1e-8 ? "small" : "large", h[n / 2], h[0]);
  cublasDestroy(handle);
  cudaFree(x);
  cudaFree(r);
  cudaFree(p);
  cudaFree(ap);
  return 0;
}
