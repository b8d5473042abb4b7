// C = alpha * A * B + beta * C, one thread per element, everything from global memory.
extern "C" __global__ void matmul_naive(const float* A, const float* B, float* C, int M, int N, int K, float alpha,
                                        float beta) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N) return;

  float sum = 0.0f;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = alpha * sum + beta * C[row * N + col];
}
