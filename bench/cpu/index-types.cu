// Kernels whose index has the type INDEX, as programs write them: `int`, `unsigned`, `size_t`.
extern "C" {
__global__ void saxpy(float a, const float* x, float* y, INDEX n) {
  INDEX i = (INDEX)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + 1.0f;
}

__global__ void stride(const float* x, const float* y, float* out, INDEX n) {
  for (INDEX i = (INDEX)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (INDEX)gridDim.x * blockDim.x)
    out[i] = x[i] * y[i] + x[i];
}

__global__ void total(const float* x, float* out, INDEX n) {
  float sum = 0;
  for (INDEX i = (INDEX)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (INDEX)gridDim.x * blockDim.x) sum += x[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void matmul(const float* a, const float* b, float* out, INDEX n) {
  INDEX row = (INDEX)blockIdx.y * blockDim.y + threadIdx.y;
  INDEX column = (INDEX)blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (INDEX k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
  out[row * n + column] = sum;
}

__global__ void stencil(const float* x, float* out, INDEX n) {
  INDEX i = (INDEX)blockIdx.y * blockDim.y + threadIdx.y;
  INDEX j = (INDEX)blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1 && j > 0 && j < n - 1)
    out[i * n + j] = 0.25f * (x[(i - 1) * n + j] + x[(i + 1) * n + j] + x[i * n + j - 1] + x[i * n + j + 1]);
}

__global__ void transpose(const float* x, float* out, INDEX n) {
  INDEX i = (INDEX)blockIdx.y * blockDim.y + threadIdx.y;
  INDEX j = (INDEX)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) out[j * n + i] = x[i * n + j];
}
}
