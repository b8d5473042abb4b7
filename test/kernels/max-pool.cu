// 2-D max pooling with the index of each maximum, a 3-D grid over (width, height, planes).
#include <math_constants.h>

extern "C" __global__ void max_pool(const float* in, float* out, int* indices, int planes, int height, int width,
                                    int window, int stride, int out_height, int out_width) {
  const int ox = blockIdx.x * blockDim.x + threadIdx.x;
  const int oy = blockIdx.y * blockDim.y + threadIdx.y;
  const int plane = blockIdx.z * blockDim.z + threadIdx.z;
  if (ox >= out_width || oy >= out_height || plane >= planes) return;

  const float* source = in + plane * height * width;
  float best = -CUDART_INF_F;
  int best_index = -1;
  const int y_end = min(oy * stride + window, height);
  const int x_end = min(ox * stride + window, width);
  for (int y = oy * stride; y < y_end; ++y) {
    for (int x = ox * stride; x < x_end; ++x) {
      const float value = source[y * width + x];
      // NaN wins and stays, as in the deep learning libraries.
      if (value > best || isnan(value)) {
        best = value;
        best_index = y * width + x;
        if (isnan(value)) goto found;
      }
    }
  }
found:
  const int o = (plane * out_height + oy) * out_width + ox;
  out[o] = best;
  indices[o] = best_index;
}
