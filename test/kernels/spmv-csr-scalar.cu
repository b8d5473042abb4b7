// y = A x for compressed sparse rows, one thread per row.
extern "C" __global__ void spmv_csr_scalar(int rows, const int* __restrict__ offsets, const int* __restrict__ columns,
                                           const float* __restrict__ values, const float* __restrict__ x,
                                           float* __restrict__ y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int i = offsets[row]; i < offsets[row + 1]; ++i) sum += values[i] * __ldg(&x[columns[i]]);
  y[row] = sum;
}
