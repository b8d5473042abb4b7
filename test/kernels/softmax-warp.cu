// Row softmax for short rows, one warp per row, the row held in registers: no shared memory, no block barrier.
#include <math_constants.h>

template <int MaxColumns>
__device__ void softmax_row(const float* row, float* result, int columns, int lane) {
  constexpr int kItems = (MaxColumns + 31) / 32;
  float items[kItems];
  float top = -CUDART_INF_F;
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    int c = lane + 32 * k;
    items[k] = c < columns ? row[c] : -CUDART_INF_F;
    top = fmaxf(top, items[k]);
  }
#pragma unroll
  for (int mask = 16; mask > 0; mask >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffff, top, mask));

  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    items[k] = __expf(items[k] - top);
    sum += items[k];
  }
#pragma unroll
  for (int mask = 16; mask > 0; mask >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, mask);

#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    int c = lane + 32 * k;
    if (c < columns) result[c] = __fdividef(items[k], sum);
  }
}

extern "C" __global__ void softmax_warp(const float* in, float* out, int rows, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;  // whole warps
  softmax_row<128>(in + row * columns, out + row * columns, columns, threadIdx.x);
}
