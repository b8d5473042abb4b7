// cuda_fp8.h: every code of both 8-bit formats there and back, ties, saturation, pairs and fours, on the host and in kernels.
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

// What a code means, from the definition of the formats.
__host__ __device__ double meaning(unsigned code, bool e4m3) {
  int digits = e4m3 ? 3 : 2, bias = e4m3 ? 7 : 15, e = (code & 127) >> digits, m = code & ((1 << digits) - 1);
  double size = e == 0 ? ldexp((double)m, 1 - bias - digits) : ldexp((double)(m + (1 << digits)), e - bias - digits);
  return code & 128 ? -size : size;
}
// Wrong codes: back and forth, halfway to the next one (to even), and just beside that.
__host__ __device__ int wrong(unsigned code, bool e4m3) {
  __nv_fp8_interpretation_t kind = e4m3 ? __NV_E4M3 : __NV_E5M2;
  unsigned last = e4m3 ? 0x7e : 0x7b, size = code & 127;
  if (size > last) return 0;
  double value = meaning(code, e4m3), middle = (value + meaning(code + 1, e4m3)) / 2;
  int bad = 0;
  float back = e4m3 ? (float)*(__nv_fp8_e4m3*)&code : (float)*(__nv_fp8_e5m2*)&code;
  bad += back != (float)value;
  bad += __nv_cvt_double_to_fp8(value, __NV_SATFINITE, kind) != code;
  bad += __nv_cvt_float_to_fp8((float)value, __NV_NOSAT, kind) != code;
  if (size == last) return bad;
  bad += __nv_cvt_double_to_fp8(middle, __NV_SATFINITE, kind) != (code & 1 ? code + 1 : code);
  bad += __nv_cvt_double_to_fp8(middle * (1 + 1e-12), __NV_SATFINITE, kind) != code + 1;
  bad += __nv_cvt_float_to_fp8((float)(middle * (1 - 1e-6)), __NV_SATFINITE, kind) != code;
  return bad;
}
__global__ void count(int* bad) {
  atomicAdd(bad, wrong(threadIdx.x, true));
  atomicAdd(bad + 1, wrong(threadIdx.x, false));
}
__global__ void pack(const float4* in, __nv_fp8x4_e4m3* out, float4* back) {
  out[0] = __nv_fp8x4_e4m3(in[0]);
  back[0] = float4(out[0]);
}

int main() {
  int host[2] = {0, 0}, *bad;
  for (unsigned i = 0; i < 256; i++) host[0] += wrong(i, true), host[1] += wrong(i, false);
  cudaMallocManaged(&bad, 2 * sizeof(int));
  bad[0] = bad[1] = 0;
  count<<<1, 256>>>(bad);
  cudaDeviceSynchronize();
  printf("wrong: host %d %d, device %d %d\n", host[0], host[1], bad[0], bad[1]);

  const double edges[] = {448, 464, 464.5, 57344, 61439, 61440, 1e30, INFINITY, -INFINITY, NAN, 0.0009765625, 0.001, -0.0};
  for (double x : edges) {
    printf("%g:", x);
    for (auto kind : {__NV_E4M3, __NV_E5M2})
      for (auto sat : {__NV_SATFINITE, __NV_NOSAT}) printf(" %02x", __nv_cvt_float_to_fp8((float)x, sat, kind));
    printf("\n");
  }
  __nv_fp8_e4m3 a(1.3f), b(__float2half(-300.0f)), c(77), d(__float2bfloat16(0.4f));
  __nv_fp8_e5m2 e(1.3), f(-1000);
  printf("%g %g %g %g %g %g\n", (float)a, (float)b, (float)c, (float)d, (double)e, (float)f);
  printf("%d %d %d %u %d\n", (int)(signed char)b, (int)b, (int)c, (unsigned)(unsigned char)b, (int)(bool)d);
  printf("%g %04x %zu\n", __half2float((__half)a), (unsigned)__nv_fp8x2_e5m2(make_float2(1, -2)).__x, sizeof(__nv_fp8x4_e4m3));
  float2 two = float2(__nv_fp8x2_e4m3(__floats2half2_rn(3.3f, -0.01f)));
  printf("%g %g\n", two.x, two.y);

  float4 *in, *back;
  __nv_fp8x4_e4m3* out;
  cudaMallocManaged(&in, sizeof(float4));
  cudaMallocManaged(&back, sizeof(float4));
  cudaMallocManaged(&out, sizeof(*out));
  *in = make_float4(0.1f, -5.7f, 1000.0f, 0.0f);
  pack<<<1, 1>>>(in, out, back);
  cudaDeviceSynchronize();
  printf("%08x %g %g %g %g\n", (unsigned)out->__x, back->x, back->y, back->z, back->w);
  cudaFree(bad);
  cudaFree(in);
  cudaFree(back);
  cudaFree(out);
  return 0;
}
