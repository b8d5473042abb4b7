// Calls through device function pointers: a table of operations indexed by data, and one chosen per block.
typedef float (*Operation)(float, float);

__device__ float add(float a, float b) { return a + b; }
__device__ float subtract(float a, float b) { return a - b; }
__device__ float smaller(float a, float b) { return fminf(a, b); }
__device__ float first(float a, float) { return a; }

__device__ Operation const operations[] = {add, subtract, smaller, first};

__device__ __noinline__ float fold(Operation operation, const float* values, int count) {
  float result = values[0];
  for (int i = 1; i < count; ++i) result = operation(result, values[i]);
  return result;
}

extern "C" __global__ void apply_operations(const unsigned char* codes, const float* a, const float* b, float* out,
                                            int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = operations[codes[i]](a[i], b[i]);
}

extern "C" __global__ void fold_rows(const float* matrix, int columns, int rows, float* out) {
  const Operation operation = operations[blockIdx.x % 4];
  const int row = threadIdx.x;
  if (row < rows) out[blockIdx.x * rows + row] = fold(operation, matrix + row * columns, columns);
}
