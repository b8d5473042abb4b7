// float4 loads, int2, uchar4, dim3 arithmetic, and operators that the program defines for them.
#include <cstdio>
#include <vector_types.h>

inline __host__ __device__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
inline __host__ __device__ float4 operator*(float s, float4 a) { return make_float4(s * a.x, s * a.y, s * a.z, s * a.w); }
inline __host__ __device__ float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

__global__ void combine(const float* a, const float* b, float* out, float* dots, int quads) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= quads) return;
  float4 x = reinterpret_cast<const float4*>(a)[i], y = __ldg(reinterpret_cast<const float4*>(b) + i);
  reinterpret_cast<float4*>(out)[i] = x + 2.0f * y;
  dots[i] = dot(x, y);
}
__global__ void pack(const int2* in, uchar4* out) {
  int2 p = in[threadIdx.x];
  out[threadIdx.x] = make_uchar4(p.x & 255, p.x >> 8 & 255, p.y & 255, p.y >> 8 & 255);
}

int main() {
  const int n = 16;
  float a[n], b[n], c[n], d[n / 4], *da, *db, *dc, *dd;
  for (int i = 0; i < n; i++) {
    a[i] = i;
    b[i] = n - i;
  }
  cudaMalloc(&da, sizeof a);
  cudaMalloc(&db, sizeof b);
  cudaMalloc(&dc, sizeof c);
  cudaMalloc(&dd, sizeof d);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
  combine<<<1, 8>>>(da, db, dc, dd, n / 4);
  cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
  cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost);
  for (float v : c) printf("%g ", v);
  printf("| %g %g %g %g\n", d[0], d[1], d[2], d[3]);
  int2 pairs[2] = {{0x1234, 0x5678}, make_int2(-1, 256)}, *dp;
  uchar4 bytes[2], *dbytes;
  cudaMalloc(&dp, sizeof pairs);
  cudaMalloc(&dbytes, sizeof bytes);
  cudaMemcpy(dp, pairs, sizeof pairs, cudaMemcpyHostToDevice);
  pack<<<1, 2>>>(dp, dbytes);
  cudaMemcpy(bytes, dbytes, sizeof bytes, cudaMemcpyDeviceToHost);
  for (uchar4 v : bytes) printf("%02x %02x %02x %02x ", v.x, v.y, v.z, v.w);
  printf("| %d %d %d\n", (int)sizeof(float3), (int)sizeof(float4), (int)alignof(double2));
  for (float* one : {da, db, dc, dd}) cudaFree(one);
  cudaFree(dp);
  cudaFree(dbytes);
  return 0;
}
