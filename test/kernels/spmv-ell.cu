// y = A x in ELLPACK form: every row has the same number of slots, stored column by column; -1 marks an empty slot.
extern "C" __global__ void spmv_ell(int rows, int slots, const int* columns, const float* values, const float* x,
                                    float* y) {
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
    float sum = 0.0f;
    for (int s = 0; s < slots; ++s) {
      const int column = columns[s * rows + row];
      if (column < 0) break;
      sum = fmaf(values[s * rows + row], x[column], sum);
    }
    y[row] = sum;
  }
}
