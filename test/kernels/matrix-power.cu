// One product of the repeated squaring that raises a matrix to a power, modulo a prime: 64-bit integer arithmetic.
extern "C" __global__ void multiply_modulo(const unsigned int* A, const unsigned int* B, unsigned int* C, int n,
                                           unsigned int modulus) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || col >= n) return;
  unsigned long long sum = 0;
  for (int k = 0; k < n; ++k) {
    unsigned long long product = static_cast<unsigned long long>(A[row * n + k]) * B[k * n + col];
    sum = (sum + product % modulus) % modulus;
  }
  C[row * n + col] = static_cast<unsigned int>(sum);
}
