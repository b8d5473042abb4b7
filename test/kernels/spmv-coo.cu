// y += A x in coordinate form, one thread per entry: a warp first sums runs of the same row by a segmented scan, so
// that only the end of a run touches memory with an atomic.
extern "C" __global__ void spmv_coo(int entries, const int* rows, const int* columns, const float* values,
                                    const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31;
  const int row = i < entries ? rows[i] : -1;
  float sum = i < entries ? values[i] * x[columns[i]] : 0.0f;

  for (int offset = 1; offset < 32; offset <<= 1) {
    const int other_row = __shfl_up_sync(0xffffffff, row, offset);
    const float other = __shfl_up_sync(0xffffffff, sum, offset);
    if (lane >= offset && other_row == row) sum += other;
  }
  const int next_row = __shfl_down_sync(0xffffffff, row, 1);
  const bool ends_run = lane == 31 || next_row != row;
  if (row >= 0 && ends_run) atomicAdd(&y[row], sum);
}
