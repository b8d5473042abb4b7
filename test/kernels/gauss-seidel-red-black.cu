// Gauss-Seidel with red-black ordering and over-relaxation for Poisson's equation: the cells of one colour depend only
// on those of the other, so each launch relaxes one colour.
extern "C" __global__ void relax_colour(double* u, const double* f, int width, int height, int colour, double omega) {
  const int x = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  const int y = 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width - 1 || y >= height - 1 || ((x + y) & 1) != colour) return;
  const int i = y * width + x;
  const double target = 0.25 * (u[i - 1] + u[i + 1] + u[i - width] + u[i + width] + f[i]);
  u[i] += omega * (target - u[i]);
}
