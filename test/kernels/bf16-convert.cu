// bfloat16 and half conversions, element-wise and packed, with round to nearest even; and arithmetic through float.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void float_to_bf16(const float* in, __nv_bfloat16* out, __nv_bfloat162* pairs, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float2bfloat16(in[i]);
  if (2 * i + 1 < n) pairs[i] = __floats2bfloat162_rn(in[2 * i], in[2 * i + 1]);
}

extern "C" __global__ void bf16_scale(const __nv_bfloat16* in, float* wide, __nv_bfloat16* scaled, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float value = __bfloat162float(in[i]);
  wide[i] = value;
  scaled[i] = __float2bfloat16(value * factor);
}

extern "C" __global__ void float_to_half(const float* in, __half* nearest, __half* toward_zero, float* back, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  nearest[i] = __float2half_rn(in[i]);
  toward_zero[i] = __float2half_rz(in[i]);
  back[i] = __half2float(nearest[i]);
}
