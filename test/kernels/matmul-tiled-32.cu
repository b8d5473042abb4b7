// C = A * B with 32x32 tiles and blocks of 32x16 threads: each thread computes two rows of its column.
#define TILE 32
#define ROWS 2

extern "C" __global__ void __launch_bounds__(TILE * TILE / ROWS)
    matmul_tiled_2(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE + 1];
  __shared__ float Bs[TILE][TILE + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int col = blockIdx.x * TILE + tx;
  const int row0 = blockIdx.y * TILE + ty;

  float sum[ROWS] = {};
  for (int k0 = 0; k0 < K; k0 += TILE) {
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
      int y = ty + r * (TILE / ROWS);
      int row = blockIdx.y * TILE + y;
      As[y][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
      Bs[y][tx] = (k0 + y < K && col < N) ? B[(k0 + y) * N + col] : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < TILE; ++k) {
      float b = Bs[k][tx];
#pragma unroll
      for (int r = 0; r < ROWS; ++r) sum[r] = fmaf(As[ty + r * (TILE / ROWS)][k], b, sum[r]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int r = 0; r < ROWS; ++r) {
    int row = row0 + r * (TILE / ROWS);
    if (row < M && col < N) C[row * N + col] = sum[r];
  }
}
