// The median of a 3x3 or 5x5 window: gathered into a local array and sorted there by insertion.
template <int Radius>
__device__ unsigned short window_median(const unsigned short* in, int width, int height, int x, int y) {
  constexpr int kSide = 2 * Radius + 1;
  constexpr int kCount = kSide * kSide;
  unsigned short window[kCount];

  for (int j = 0; j < kSide; ++j) {
    for (int i = 0; i < kSide; ++i) {
      int u = min(max(x + i - Radius, 0), width - 1);
      int v = min(max(y + j - Radius, 0), height - 1);
      window[j * kSide + i] = in[v * width + u];
    }
  }
  for (int i = 1; i < kCount; ++i) {
    unsigned short value = window[i];
    int j = i - 1;
    while (j >= 0 && window[j] > value) {
      window[j + 1] = window[j];
      --j;
    }
    window[j + 1] = value;
  }
  return window[kCount / 2];
}

extern "C" __global__ void median_filter(const unsigned short* in, unsigned short* out, int width, int height,
                                         int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[y * width + x] = radius == 1 ? window_median<1>(in, width, height, x, y)
                                   : window_median<2>(in, width, height, x, y);
}
