// Quantised matrix product: int8 by int8 into int32 with __dp4a, four products at a time, then a scale per column.
extern "C" __global__ void int8_matmul(const int* A, const int* B, const float* scales, float* out, int M, int N,
                                       int K4) {
  // A is M x K and B is N x K (both row-major, four int8 packed in each int).
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N) return;

  int sum = 0;
  for (int k = 0; k < K4; ++k) sum = __dp4a(A[row * K4 + k], B[col * K4 + k], sum);
  out[row * N + col] = static_cast<float>(sum) * scales[col];
}
