// A 7-point stencil over a volume: blocks cover x and y and march along z, keeping the cells above and below in
// registers and the plane between them in shared memory.
#define TX 16
#define TY 8

extern "C" __global__ void stencil_3d(const float* in, float* out, int nx, int ny, int nz, float centre, float side) {
  __shared__ float plane[TY + 2][TX + 2];
  const int x = blockIdx.x * TX + threadIdx.x;
  const int y = blockIdx.y * TY + threadIdx.y;
  const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
  const bool inside = x < nx && y < ny;
  const int layer = nx * ny;
  const int column = y * nx + x;

  float below = 0.0f;
  float here = inside ? in[column] : 0.0f;
  for (int z = 0; z < nz; ++z) {
    const float above = inside && z + 1 < nz ? in[(z + 1) * layer + column] : 0.0f;
    const float* current = in + z * layer;

    __syncthreads();  // the previous plane has been used
    plane[ly][lx] = here;
    if (threadIdx.x == 0) plane[ly][0] = x > 0 && y < ny ? current[column - 1] : 0.0f;
    if (threadIdx.x == TX - 1) plane[ly][TX + 1] = x + 1 < nx && y < ny ? current[column + 1] : 0.0f;
    if (threadIdx.y == 0) plane[0][lx] = y > 0 && x < nx ? current[column - nx] : 0.0f;
    if (threadIdx.y == TY - 1) plane[TY + 1][lx] = y + 1 < ny && x < nx ? current[column + nx] : 0.0f;
    __syncthreads();

    if (inside) {
      float around = plane[ly][lx - 1] + plane[ly][lx + 1] + plane[ly - 1][lx] + plane[ly + 1][lx] + below + above;
      out[z * layer + column] = centre * here + side * around;
    }
    below = here;
    here = above;
  }
}
