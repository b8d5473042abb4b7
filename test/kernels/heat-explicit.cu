// One explicit step of heat conduction with insulated walls and a conductivity of its own in each cell, by a
// two-dimensional grid-stride loop.
extern "C" __global__ void heat_step(const float* temperature, const float* conductivity, float* next, int width,
                                     int height, float dt) {
  const int stride_x = gridDim.x * blockDim.x;
  const int stride_y = gridDim.y * blockDim.y;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += stride_y) {
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += stride_x) {
      const int i = y * width + x;
      const int neighbours[4] = {x > 0 ? i - 1 : i, x < width - 1 ? i + 1 : i, y > 0 ? i - width : i,
                                 y < height - 1 ? i + width : i};
      float flux = 0.0f;
      for (int k = 0; k < 4; ++k) {
        const int j = neighbours[k];
        flux += 0.5f * (conductivity[i] + conductivity[j]) * (temperature[j] - temperature[i]);
      }
      next[i] = temperature[i] + dt * flux;
    }
  }
}
