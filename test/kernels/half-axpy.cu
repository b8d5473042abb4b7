// y = alpha * x + y on half2 pairs with fused multiply-add; an odd last element is done alone.
#include <cuda_fp16.h>

extern "C" __global__ void half_axpy(const __half* x, __half* y, __half alpha, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int pairs = n / 2;
  if (i < pairs) {
    const __half2* x2 = reinterpret_cast<const __half2*>(x);
    __half2* y2 = reinterpret_cast<__half2*>(y);
    y2[i] = __hfma2(__half2half2(alpha), x2[i], y2[i]);
  } else if (i == pairs && (n & 1)) {
    y[n - 1] = __hfma(alpha, x[n - 1], y[n - 1]);
  }
}

// Sums in float what is stored in half: the usual mixed precision.
extern "C" __global__ void half_dot(const __half2* x, const __half2* y, float* out, int pairs) {
  float sum = 0.0f;
  for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
    const float2 a = __half22float2(x[i]);
    const float2 b = __half22float2(y[i]);
    sum += a.x * b.x + a.y * b.y;
  }
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if ((threadIdx.x & 31) == 0) atomicAdd(out, sum);
}

// Operators and comparisons of the half types.
extern "C" __global__ void half_leaky_relu(const __half* x, __half* y, float slope, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const __half zero = __float2half(0.0f);
  __half v = x[i];
  if (__hlt(v, zero)) v = v * __float2half(slope);
  y[i] = v + zero;
}
