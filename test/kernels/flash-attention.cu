// FlashAttention forward for one head size: a block owns Br query rows and walks over tiles of Bc keys, rescaling the
// output as the running maximum moves, so the score matrix is never stored. Optionally causal.
#include <math_constants.h>

#define HEAD_DIM 32
#define BR 16
#define BC 16

extern "C" __global__ void __launch_bounds__(BR * BC)
    flash_attention_forward(const float* __restrict__ Q, const float* __restrict__ K, const float* __restrict__ V,
                            float* __restrict__ O, float* __restrict__ L, int queries, int keys, float scale,
                            bool causal) {
  __shared__ float Qs[BR][HEAD_DIM + 1];
  __shared__ float Ks[BC][HEAD_DIM + 1];
  __shared__ float Vs[BC][HEAD_DIM + 1];
  __shared__ float S[BR][BC + 1];
  __shared__ float row_max[BR], row_sum[BR], row_scale[BR];

  const int tx = threadIdx.x, ty = threadIdx.y;  // BC x BR
  const int thread = ty * BC + tx;
  const int first = blockIdx.x * BR;
  const size_t head = static_cast<size_t>(blockIdx.z) * gridDim.y + blockIdx.y;
  Q += head * queries * HEAD_DIM;
  O += head * queries * HEAD_DIM;
  L += head * queries;
  K += head * keys * HEAD_DIM;
  V += head * keys * HEAD_DIM;

  for (int i = thread; i < BR * HEAD_DIM; i += BR * BC) {
    int r = i / HEAD_DIM, d = i % HEAD_DIM;
    Qs[r][d] = first + r < queries ? Q[(first + r) * HEAD_DIM + d] * scale : 0.0f;
  }
  if (tx == 0) {
    row_max[ty] = -CUDART_INF_F;
    row_sum[ty] = 0.0f;
  }
  constexpr int kOut = HEAD_DIM / BC;  // output columns per thread
  float acc[kOut] = {};

  for (int begin = 0; begin < keys; begin += BC) {
    if (causal && begin > first + BR - 1) break;  // the same for the whole block
    for (int i = thread; i < BC * HEAD_DIM; i += BR * BC) {
      int r = i / HEAD_DIM, d = i % HEAD_DIM;
      bool inside = begin + r < keys;
      Ks[r][d] = inside ? K[(begin + r) * HEAD_DIM + d] : 0.0f;
      Vs[r][d] = inside ? V[(begin + r) * HEAD_DIM + d] : 0.0f;
    }
    __syncthreads();

    float score = 0.0f;
#pragma unroll
    for (int d = 0; d < HEAD_DIM; ++d) score = fmaf(Qs[ty][d], Ks[tx][d], score);
    const bool masked = begin + tx >= keys || (causal && begin + tx > first + ty);
    S[ty][tx] = masked ? -CUDART_INF_F : score;
    __syncthreads();

    if (tx == 0) {
      const float old_max = row_max[ty];
      float top = old_max;
      for (int j = 0; j < BC; ++j) top = fmaxf(top, S[ty][j]);
      const float correction = top == -CUDART_INF_F ? 1.0f : __expf(old_max - top);
      float sum = row_sum[ty] * correction;
      for (int j = 0; j < BC; ++j) {
        const float p = top == -CUDART_INF_F ? 0.0f : __expf(S[ty][j] - top);
        S[ty][j] = p;
        sum += p;
      }
      row_max[ty] = top;
      row_sum[ty] = sum;
      row_scale[ty] = correction;
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < kOut; ++k) {
      float value = acc[k] * row_scale[ty];
      for (int j = 0; j < BC; ++j) value = fmaf(S[ty][j], Vs[j][tx + k * BC], value);
      acc[k] = value;
    }
    __syncthreads();
  }

  const int row = first + ty;
  if (row >= queries) return;
  const float inverse = 1.0f / row_sum[ty];
#pragma unroll
  for (int k = 0; k < kOut; ++k) O[row * HEAD_DIM + tx + k * BC] = acc[k] * inverse;
  if (tx == 0) L[row] = row_max[ty] + logf(row_sum[ty]);
}
