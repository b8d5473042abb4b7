// C = A * B where each thread keeps a TM x TN patch of C in registers; tile sizes and element type are template
// parameters, and sizes are multiples of the tiles (the host pads).
template <typename T, int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__((BM / TM) * (BN / TN)) matmul_registers(const T* A, const T* B, T* C, int N, int K) {
  constexpr int kThreads = (BM / TM) * (BN / TN);
  __shared__ T As[BK][BM];  // transposed, so that the inner loop reads along it
  __shared__ T Bs[BK][BN];

  const int t = threadIdx.x;
  const int patch_row = t / (BN / TN) * TM;
  const int patch_col = t % (BN / TN) * TN;
  A += static_cast<size_t>(blockIdx.y) * BM * K;
  B += blockIdx.x * BN;
  C += static_cast<size_t>(blockIdx.y) * BM * N + blockIdx.x * BN;

  T patch[TM][TN] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = t; i < BM * BK; i += kThreads) As[i % BK][i / BK] = A[(i / BK) * K + i % BK];
    for (int i = t; i < BK * BN; i += kThreads) Bs[i / BN][i % BN] = B[(i / BN) * N + i % BN];
    __syncthreads();
    A += BK;
    B += BK * N;

#pragma unroll
    for (int k = 0; k < BK; ++k) {
      T a[TM], b[TN];
#pragma unroll
      for (int i = 0; i < TM; ++i) a[i] = As[k][patch_row + i];
#pragma unroll
      for (int j = 0; j < TN; ++j) b[j] = Bs[k][patch_col + j];
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j) patch[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; ++j) C[(patch_row + i) * N + patch_col + j] = patch[i][j];
}
