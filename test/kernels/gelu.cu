// The Gaussian error linear unit, exact (erf) and in the tanh form that transformer code uses.
#include <math_constants.h>

__device__ __forceinline__ float gelu_exact_value(float x) { return 0.5f * x * (1.0f + erff(x * CUDART_SQRT_HALF_F)); }

__device__ __forceinline__ float gelu_tanh_value(float x) {
  const float scale = 0.7978845608f;  // sqrt(2 / pi)
  return 0.5f * x * (1.0f + tanhf(scale * (x + 0.044715f * x * x * x)));
}

extern "C" {

__global__ void gelu_exact(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = gelu_exact_value(x[i]);
}

__global__ void gelu_tanh(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = gelu_tanh_value(x[i]);
}

}  // extern "C"
