// Cross entropy of logits against class labels, with its gradient, a warp per row; a label of -1 is ignored, and the
// mean loss is accumulated in double.
#include <math_constants.h>

extern "C" __global__ void cross_entropy(const float* logits, const int* labels, float* gradient, float* losses,
                                         double* total, int rows, int classes) {
  const int lane = threadIdx.x & 31;
  const int warps_per_block = blockDim.x >> 5;
  for (int row = blockIdx.x * warps_per_block + (threadIdx.x >> 5); row < rows; row += gridDim.x * warps_per_block) {
    const float* x = logits + row * classes;
    const int label = labels[row];

    float top = -CUDART_INF_F;
    for (int c = lane; c < classes; c += 32) top = fmaxf(top, x[c]);
    for (int m = 16; m > 0; m >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffff, top, m));
    float sum = 0.0f;
    for (int c = lane; c < classes; c += 32) sum += expf(x[c] - top);
    for (int m = 16; m > 0; m >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, m);

    const float log_sum = logf(sum) + top;
    for (int c = lane; c < classes; c += 32) {
      gradient[row * classes + c] = label < 0 ? 0.0f : expf(x[c] - log_sum) - (c == label ? 1.0f : 0.0f);
    }
    if (lane == 0) {
      const float loss = label < 0 ? 0.0f : log_sum - x[label];
      losses[row] = loss;
      atomicAdd(total, static_cast<double>(loss) / rows);
    }
  }
}
