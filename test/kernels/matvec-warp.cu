// y = A * x in double precision, one warp per row; the vector is staged in shared memory in chunks.
#define CHUNK 256

extern "C" __global__ void matvec_warp(const double* __restrict__ A, const double* __restrict__ x, double* y, int rows,
                                       int columns) {
  __shared__ double chunk[CHUNK];
  const int lane = threadIdx.x;  // blocks are 32 x warps
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  const int thread = threadIdx.y * 32 + lane;

  double sum = 0.0;
  for (int begin = 0; begin < columns; begin += CHUNK) {
    const int count = min(CHUNK, columns - begin);
    for (int k = thread; k < count; k += 32 * blockDim.y) chunk[k] = x[begin + k];
    __syncthreads();
    if (row < rows) {
      for (int k = lane; k < count; k += 32) sum += A[static_cast<size_t>(row) * columns + begin + k] * chunk[k];
    }
    __syncthreads();
  }
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, offset);
  if (lane == 0 && row < rows) y[row] = sum;
}
