// 2-D convolution with a mask in constant memory; input and output tiles differ, so edge threads only load.
#define MASK_WIDTH 5
#define RADIUS (MASK_WIDTH / 2)
#define TILE 16

__constant__ float mask[MASK_WIDTH][MASK_WIDTH];

extern "C" __global__ void convolve_2d(const float* in, float* out, int width, int height) {
  constexpr int kOut = TILE - 2 * RADIUS;
  __shared__ float tile[TILE][TILE];

  const int x = static_cast<int>(blockIdx.x * kOut + threadIdx.x) - RADIUS;
  const int y = static_cast<int>(blockIdx.y * kOut + threadIdx.y) - RADIUS;
  const bool inside = x >= 0 && x < width && y >= 0 && y < height;
  tile[threadIdx.y][threadIdx.x] = inside ? in[y * width + x] : 0.0f;
  __syncthreads();

  const int tx = static_cast<int>(threadIdx.x) - RADIUS;
  const int ty = static_cast<int>(threadIdx.y) - RADIUS;
  if (inside && tx >= 0 && tx < kOut && ty >= 0 && ty < kOut) {
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < MASK_WIDTH; ++j) {
#pragma unroll
      for (int i = 0; i < MASK_WIDTH; ++i) sum += mask[j][i] * tile[ty + j][tx + i];
    }
    out[y * width + x] = sum;
  }
}
