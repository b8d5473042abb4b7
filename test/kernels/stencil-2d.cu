// A 9-point smoothing step over a 2-D field, tile and one-cell halo in shared memory, edges repeated outwards.
extern "C" __global__ void stencil_2d(const float* in, float* out, int width, int height) {
  extern __shared__ float tile[];
  const int pitch = blockDim.x + 2;
  const int x0 = blockIdx.x * blockDim.x - 1;
  const int y0 = blockIdx.y * blockDim.y - 1;

  // The block loads (w + 2) x (h + 2) cells in row-major order, whatever its shape.
  const int cells = pitch * (blockDim.y + 2);
  for (int c = threadIdx.y * blockDim.x + threadIdx.x; c < cells; c += blockDim.x * blockDim.y) {
    int x = min(max(x0 + c % pitch, 0), width - 1);
    int y = min(max(y0 + c / pitch, 0), height - 1);
    tile[c] = in[y * width + x];
  }
  __syncthreads();

  const int x = x0 + 1 + threadIdx.x;
  const int y = y0 + 1 + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* c = tile + (threadIdx.y + 1) * pitch + threadIdx.x + 1;
  float edges = c[-1] + c[1] + c[-pitch] + c[pitch];
  float corners = c[-pitch - 1] + c[-pitch + 1] + c[pitch - 1] + c[pitch + 1];
  out[y * width + x] = 0.25f * c[0] + 0.125f * edges + 0.0625f * corners;
}
