// A Julia set in 4.28 fixed point: 64-bit products of 32-bit integers, so the picture is exact.
#include <cstdint>

__device__ __forceinline__ int64_t multiply_fixed(int32_t a, int32_t b) { return (static_cast<int64_t>(a) * b) >> 28; }

extern "C" __global__ void julia(unsigned char* image, int width, int height, int32_t step, int32_t cx, int32_t cy,
                                 int limit) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;

  int32_t x = (2 * px - width) * step;
  int32_t y = (2 * py - height) * step;
  int count = 0;
  for (; count < limit; ++count) {
    const int64_t xx = multiply_fixed(x, x), yy = multiply_fixed(y, y);
    if (xx + yy > (int64_t{4} << 28)) break;
    // |z| is at most 2 here, so the next z stays within [-8, 8).
    y = static_cast<int32_t>(2 * multiply_fixed(x, y)) + cy;
    x = static_cast<int32_t>(xx - yy) + cx;
  }
  image[py * width + px] = static_cast<unsigned char>(count);
}
