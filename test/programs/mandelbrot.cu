// The Mandelbrot set as a PGM image on standard output, with rounding fixed so that every device draws the same.
#include <cstdio>
#include <vector>

__device__ int escape(double cx, double cy, int limit) {
  double x = 0, y = 0;
  int i = 0;
  for (; i < limit; i++) {
    double xx = __dmul_rn(x, x), yy = __dmul_rn(y, y);
    if (__dadd_rn(xx, yy) > 4.0) break;
    y = __dadd_rn(__dmul_rn(__dmul_rn(2.0, x), y), cy);
    x = __dadd_rn(__dadd_rn(xx, -yy), cx);
  }
  return i;
}
__global__ void mandelbrot(unsigned char* image, int width, int height, int limit) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  double cx = __dadd_rn(-2.0, __dmul_rn(px, 3.0 / 64)), cy = __dadd_rn(-1.125, __dmul_rn(py, 2.25 / 32));
  image[py * width + px] = 255 - escape(cx, cy, limit) * 255 / limit;
}

int main() {
  const int width = 64, height = 32;
  std::vector<unsigned char> image(width * height);
  unsigned char* d;
  cudaMalloc(&d, image.size());
  dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  mandelbrot<<<grid, block>>>(d, width, height, 100);
  cudaMemcpy(image.data(), d, image.size(), cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("P2\n%d %d\n255\n", width, height);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) printf("%d%c", image[y * width + x], x + 1 < width ? ' ' : '\n');
  return 0;
}
