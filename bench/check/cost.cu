// The kernels of `npm run bench:check`, in blocks of 256 threads.
extern "C" __global__ void saxpy(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i] + y[i];
}
extern "C" __global__ void stencil(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) y[i] = x[i - 1] + 2 * x[i] + x[i + 1];
}
extern "C" __global__ void transpose(const float* x, float* y, int) {
  __shared__ float tile[16][17];
  int column = threadIdx.x % 16, row = threadIdx.x / 16, at = blockIdx.x * 256;
  tile[row][column] = x[at + threadIdx.x];
  __syncthreads();
  y[at + threadIdx.x] = tile[column][row];
}
extern "C" __global__ void reduce(const float* x, float* y, int) {
  __shared__ float part[256];
  part[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}
extern "C" __global__ void histogram(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&y[i % 64], 1.0f);
}
extern "C" __global__ void rows(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 1024) return;
  float sum = 0;
  for (int k = 0; k < n / 1024; k++) sum += x[i * (n / 1024) + k];
  y[i] = sum;
}
extern "C" __global__ void arithmetic(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float value = x[i];
  for (int k = 0; k < 200; k++) value = value * 0.99f + sqrtf(value + k);
  y[i] = value;
}
