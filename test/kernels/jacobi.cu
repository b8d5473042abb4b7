// Jacobi iteration for a dense system A x = b, one block per few rows, with the largest change tracked by an atomic on
// the bits of a non-negative float.
extern "C" __global__ void jacobi_step(const float* A, const float* b, const float* x, float* x_next, int n,
                                       unsigned int* change) {
  extern __shared__ float partial[];  // blockDim.y rows of blockDim.x
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  float* mine = partial + threadIdx.y * blockDim.x;

  float sum = 0.0f;
  if (row < n) {
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
      if (j != row) sum += A[row * n + j] * x[j];
    }
  }
  mine[threadIdx.x] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half >>= 1) {
    if (threadIdx.x < half) mine[threadIdx.x] += mine[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0 && row < n) {
    float updated = (b[row] - mine[0]) / A[row * n + row];
    atomicMax(change, __float_as_uint(fabsf(updated - x[row])));
    x_next[row] = updated;
  }
}
