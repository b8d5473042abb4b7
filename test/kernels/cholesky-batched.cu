// Cholesky factors of many small symmetric matrices, one block each, in shared memory: a barrier after every column.
extern "C" __global__ void cholesky_batched(const double* matrices, double* factors, int n, int* failed) {
  extern __shared__ double L[];
  const double* in = matrices + static_cast<size_t>(blockIdx.x) * n * n;
  double* out = factors + static_cast<size_t>(blockIdx.x) * n * n;
  for (int i = threadIdx.x; i < n * n; i += blockDim.x) L[i] = in[i];
  __syncthreads();

  for (int j = 0; j < n; ++j) {
    if (L[j * n + j] <= 0.0) {  // the same for every thread: not positive definite
      if (threadIdx.x == 0) failed[blockIdx.x] = j + 1;
      return;
    }
    __syncthreads();
    if (threadIdx.x == 0) L[j * n + j] = sqrt(L[j * n + j]);
    __syncthreads();
    for (int i = j + 1 + threadIdx.x; i < n; i += blockDim.x) L[i * n + j] /= L[j * n + j];
    __syncthreads();
    // Update what is left of the lower triangle.
    for (int cell = threadIdx.x; cell < n * n; cell += blockDim.x) {
      int row = cell / n, col = cell % n;
      if (col > j && row >= col) L[cell] -= L[row * n + j] * L[col * n + j];
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n * n; i += blockDim.x) out[i] = i % n <= i / n ? L[i] : 0.0;
}
