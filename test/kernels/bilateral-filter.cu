// Edge-preserving smoothing: weights fall off with distance in space (a table) and in value (expf).
__constant__ float spatial[16];

extern "C" __global__ void bilateral_filter(const float* in, float* out, int width, int height, int radius,
                                            float inverse_range) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const float centre = in[y * width + x];
  float sum = 0.0f, total = 0.0f;
  for (int dy = -radius; dy <= radius; ++dy) {
    const int v = y + dy;
    if (v < 0 || v >= height) continue;
    for (int dx = -radius; dx <= radius; ++dx) {
      const int u = x + dx;
      if (u < 0 || u >= width) continue;
      const float value = in[v * width + u];
      const float difference = (value - centre) * inverse_range;
      const float weight = spatial[abs(dx)] * spatial[abs(dy)] * expf(-0.5f * difference * difference);
      sum += weight * value;
      total += weight;
    }
  }
  out[y * width + x] = sum / total;
}
