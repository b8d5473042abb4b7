// Layer normalisation forward, one block per row: mean, then variance, then scale and shift; both statistics are
// saved, as a backward pass needs them.
__device__ float block_sum(float value) {
  __shared__ float warps[32];
  __shared__ float total;
  for (int offset = 16; offset > 0; offset >>= 1) value += __shfl_down_sync(0xffffffff, value, offset);
  if ((threadIdx.x & 31) == 0) warps[threadIdx.x >> 5] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0.0f;
    for (int w = 0; w < blockDim.x / 32; ++w) sum += warps[w];
    total = sum;
  }
  __syncthreads();
  return total;
}

extern "C" __global__ void layer_norm(const float* x, const float* gamma, const float* beta, float* y, float* means,
                                      float* inverse_deviations, int columns, float epsilon) {
  const float* row = x + blockIdx.x * columns;
  float sum = 0.0f;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += row[c];
  const float mean = block_sum(sum) / columns;

  float squares = 0.0f;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    const float d = row[c] - mean;
    squares += d * d;
  }
  const float inverse = rsqrtf(block_sum(squares) / columns + epsilon);

  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    y[blockIdx.x * columns + c] = (row[c] - mean) * inverse * gamma[c] + beta[c];
  }
  if (threadIdx.x == 0) {
    means[blockIdx.x] = mean;
    inverse_deviations[blockIdx.x] = inverse;
  }
}
