// y = alpha A x + beta y for compressed sparse rows, one warp per row; warps take rows in turn.
extern "C" __global__ void spmv_csr_vector(int rows, const int* offsets, const int* columns, const double* values,
                                           const double* x, double* y, double alpha, double beta) {
  const int lane = threadIdx.x & 31;
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  const int warps = (gridDim.x * blockDim.x) >> 5;
  for (int row = warp; row < rows; row += warps) {
    double sum = 0.0;
    for (int i = offsets[row] + lane; i < offsets[row + 1]; i += 32) sum += values[i] * x[columns[i]];
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0) y[row] = alpha * sum + (beta == 0.0 ? 0.0 : beta * y[row]);
  }
}
