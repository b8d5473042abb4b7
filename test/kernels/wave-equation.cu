// One leapfrog step of the 2-D wave equation in double precision, with fixed ends; three fields rotate.
extern "C" __global__ void wave_step(const double* __restrict__ previous, const double* __restrict__ current,
                                     double* __restrict__ next, int2 size, double courant2) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= size.x || y >= size.y) return;
  const int i = y * size.x + x;
  if (x == 0 || y == 0 || x == size.x - 1 || y == size.y - 1) {
    next[i] = 0.0;
    return;
  }
  const double laplacian =
      current[i - 1] + current[i + 1] + current[i - size.x] + current[i + size.x] - 4.0 * current[i];
  next[i] = 2.0 * current[i] - previous[i] + courant2 * laplacian;
}
