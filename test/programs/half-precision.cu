// 16-bit floats: conversions, arithmetic, pairs, bfloat16.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void halves(const float* in, float* out, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  __half h = __float2half(in[i]);
  __half2 pair = __halves2half2(h, __float2half(2.0f));
  __half2 r = __hfma2(pair, pair, __float2half2_rn(0.5f));
  out[4 * i] = __half2float(h);
  out[4 * i + 1] = __low2float(r);
  out[4 * i + 2] = __high2float(r);
  out[4 * i + 3] = __bfloat162float(__float2bfloat16(in[i]));
}
__global__ void dot(const __half* a, const __half* b, float* result, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) sum += __half2float(a[i] * b[i]);
  for (int o = 16; o > 0; o /= 2) sum += __shfl_down_sync(0xffffffffu, sum, o);
  if (threadIdx.x == 0) *result = sum;
}

int main() {
  const int n = 5;
  float h[n] = {1.0f, 0.1f, 3.14159f, 1000.5f, -7.0f}, r[4 * n], *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  halves<<<1, 32>>>(in, out, n);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.6f: %.6f %g %g %.6f\n", h[i], r[4 * i], r[4 * i + 1], r[4 * i + 2], r[4 * i + 3]);
  __half a[64], b[64], *da, *db;
  for (int i = 0; i < 64; i++) {
    a[i] = __float2half(i * 0.25f);
    b[i] = __float2half(float(i % 3));
  }
  cudaMalloc(&da, sizeof a);
  cudaMalloc(&db, sizeof b);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
  dot<<<1, 32>>>(da, db, out, 64);
  float result;
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  printf("dot %g\n", result);
  cudaFree(in);
  cudaFree(out);
  cudaFree(da);
  cudaFree(db);
  return 0;
}
