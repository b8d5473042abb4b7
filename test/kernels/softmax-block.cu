// Row softmax, one block per row: a shared-memory maximum, then a shared-memory sum, then the division.
#include <math_constants.h>

template <typename Op>
__device__ float block_reduce(float value, float* scratch, Op op) {
  scratch[threadIdx.x] = value;
  __syncthreads();
  for (int active = blockDim.x; active > 1;) {
    int half = (active + 1) / 2;
    if (threadIdx.x < active / 2) scratch[threadIdx.x] = op(scratch[threadIdx.x], scratch[threadIdx.x + half]);
    active = half;
    __syncthreads();
  }
  float result = scratch[0];
  __syncthreads();
  return result;
}

extern "C" __global__ void softmax_block(const float* in, float* out, int columns) {
  extern __shared__ float scratch[];
  const float* row = in + static_cast<size_t>(blockIdx.x) * columns;
  float* result = out + static_cast<size_t>(blockIdx.x) * columns;

  float top = -CUDART_INF_F;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) top = fmaxf(top, row[c]);
  top = block_reduce(top, scratch, [](float a, float b) { return fmaxf(a, b); });

  float sum = 0.0f;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    float power = expf(row[c] - top);
    result[c] = power;
    sum += power;
  }
  sum = block_reduce(sum, scratch, [](float a, float b) { return a + b; });

  for (int c = threadIdx.x; c < columns; c += blockDim.x) result[c] /= sum;
}
