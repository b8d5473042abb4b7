// Multi-head attention weights softmax(Q Kᵀ / sqrt(d)) with grouped key heads: a block per (query, head, batch), the
// query staged in shared memory, scores held in dynamic shared memory until they are normalised.
#include <math_constants.h>

extern "C" __global__ void attention_scores(const float* q, const float* k, float* weights, int length, int heads,
                                            int key_heads, int dim, float scale) {
  extern __shared__ float shared[];
  float* query = shared;
  float* scores = shared + dim;
  __shared__ float reduced[32];

  const int row = blockIdx.x, head = blockIdx.y, batch = blockIdx.z;
  const int key_head = head / (heads / key_heads);
  // (batch, position, head, dim) in memory
  const float* q_row = q + ((static_cast<size_t>(batch) * length + row) * heads + head) * dim;
  const float* k_base = k + (static_cast<size_t>(batch) * length * key_heads + key_head) * dim;
  float* out = weights + ((static_cast<size_t>(batch) * heads + head) * length + row) * length;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;

  for (int d = threadIdx.x; d < dim; d += blockDim.x) query[d] = q_row[d] * scale;
  __syncthreads();

  // A warp per key.
  for (int j = warp; j < length; j += warps) {
    float sum = 0.0f;
    for (int d = lane; d < dim; d += 32) sum += query[d] * k_base[static_cast<size_t>(j) * key_heads * dim + d];
    for (int m = 16; m > 0; m >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, m);
    if (lane == 0) scores[j] = sum;
  }
  __syncthreads();

  float top = -CUDART_INF_F;
  for (int j = threadIdx.x; j < length; j += blockDim.x) top = fmaxf(top, scores[j]);
  for (int m = 16; m > 0; m >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffff, top, m));
  if (lane == 0) reduced[warp] = top;
  __syncthreads();
  for (int w = 0; w < warps; ++w) top = fmaxf(top, reduced[w]);
  __syncthreads();

  float sum = 0.0f;
  for (int j = threadIdx.x; j < length; j += blockDim.x) {
    scores[j] = expf(scores[j] - top);
    sum += scores[j];
  }
  for (int m = 16; m > 0; m >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, m);
  if (lane == 0) reduced[warp] = sum;
  __syncthreads();
  sum = 0.0f;
  for (int w = 0; w < warps; ++w) sum += reduced[w];

  for (int j = threadIdx.x; j < length; j += blockDim.x) out[j] = scores[j] / sum;
}
