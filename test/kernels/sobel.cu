// Sobel edge magnitude of an 8-bit image, saturated; borders are left black.
extern "C" __global__ void sobel(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    out[y * width + x] = 0;
    return;
  }
  const unsigned char* p = in + y * width + x;
  const int gx = -p[-width - 1] + p[-width + 1] - 2 * p[-1] + 2 * p[1] - p[width - 1] + p[width + 1];
  const int gy = -p[-width - 1] - 2 * p[-width] - p[-width + 1] + p[width - 1] + 2 * p[width] + p[width + 1];
  out[y * width + x] = static_cast<unsigned char>(min(255, abs(gx) + abs(gy)));
}
