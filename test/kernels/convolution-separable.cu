// Separable convolution, first along rows, then along columns; each pass stages its apron in shared memory.
#define MAX_RADIUS 8

__constant__ float filter[2 * MAX_RADIUS + 1];

extern "C" __global__ void convolve_rows(const float* in, float* out, int width, int height, int radius) {
  extern __shared__ float strip[];
  const int y = blockIdx.y;
  const int x0 = blockIdx.x * blockDim.x;
  for (int k = threadIdx.x; k < blockDim.x + 2 * radius; k += blockDim.x) {
    int x = x0 + k - radius;
    strip[k] = x >= 0 && x < width ? in[y * width + x] : 0.0f;
  }
  __syncthreads();
  const int x = x0 + threadIdx.x;
  if (x >= width) return;
  float sum = 0.0f;
  for (int k = 0; k <= 2 * radius; ++k) sum += filter[k] * strip[threadIdx.x + k];
  out[y * width + x] = sum;
}

extern "C" __global__ void convolve_columns(const float* in, float* out, int width, int height, int radius) {
  extern __shared__ float strip[];  // blockDim.x columns, (blockDim.y + 2 * radius) rows
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y0 = blockIdx.y * blockDim.y;
  for (int k = threadIdx.y; k < blockDim.y + 2 * radius; k += blockDim.y) {
    int y = y0 + k - radius;
    strip[k * blockDim.x + threadIdx.x] = x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
  }
  __syncthreads();
  const int y = y0 + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0.0f;
  for (int k = 0; k <= 2 * radius; ++k) sum += filter[k] * strip[(threadIdx.y + k) * blockDim.x + threadIdx.x];
  out[y * width + x] = sum;
}
