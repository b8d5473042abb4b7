// Escape times of the Mandelbrot set. The _rn intrinsics fix every rounding, so that the counts are the same on every
// machine: near the boundary a fused multiply-add would change them.
extern "C" __global__ void mandelbrot(int* counts, int width, int height, float2 centre, float pixel, int limit) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;

  const float cx = __fadd_rn(centre.x, __fmul_rn(px - width / 2, pixel));
  const float cy = __fadd_rn(centre.y, __fmul_rn(py - height / 2, pixel));
  float x = 0.0f, y = 0.0f;
  int count = 0;
  while (count < limit) {
    const float xx = __fmul_rn(x, x);
    const float yy = __fmul_rn(y, y);
    if (__fadd_rn(xx, yy) > 4.0f) break;
    y = __fadd_rn(__fmul_rn(__fmul_rn(2.0f, x), y), cy);
    x = __fadd_rn(__fadd_rn(xx, -yy), cx);
    ++count;
  }
  counts[py * width + px] = count;
}
