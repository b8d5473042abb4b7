// Dot product: a register sum per thread, a shared tree per block, one float atomic per block.
#define BLOCK 256

extern "C" __global__ void __launch_bounds__(BLOCK) dot(const float* __restrict__ a, const float* __restrict__ b,
                                                        float* result, int n) {
  __shared__ float partial[BLOCK];
  float sum = 0.0f;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x) sum += a[i] * b[i];
  partial[threadIdx.x] = sum;
  __syncthreads();

  for (int half = BLOCK / 2; half > 0; half >>= 1) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(result, partial[0]);
}
