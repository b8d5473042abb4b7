// The source of kernels.ptx: nvcc -ptx -arch=sm_75 kernels.cu. The test compiles it as well, and compares.
#include <cassert>
#include <cstdio>
__constant__ float weights[3];
__device__ int counter;
__device__ __noinline__ float twice(float x, int k) { for (int i = 0; i < k; i++) x *= 2; return x; }
extern "C" __global__ void saxpy(const float* x, float* y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
extern "C" __global__ void block_sum(const float* x, float* out, int n) {
  __shared__ float part[256];
  extern __shared__ float extra[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? x[i] : 0;
  if (threadIdx.x == 0) extra[0] = weights[1];
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) { if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s]; __syncthreads(); }
  if (threadIdx.x == 0) { out[blockIdx.x] = part[0] + extra[0]; atomicAdd(&counter, 1); }
}
struct Pair { double a; int b; };
extern "C" __global__ void mixed(long long* out, Pair pair, int which) {
  int local[8];
  for (int i = 0; i < 8; i++) local[(i * 3 + which) % 8] = i * i;
  long long v = 0;
  switch (which) { case 0: v = local[3]; break; case 1: v = (long long)pair.a; break; case 2: v = pair.b; break; case 3: v = (long long)twice(1.5f, 5); break; case 4: v = __popc(pair.b); break; case 5: v = __shfl_xor_sync(~0u, (int)threadIdx.x, 1); break; default: v = (long long)(sqrt(pair.a) * 100 + sinf(1.0f) * 1000); }
  out[threadIdx.x] = v;
  if (threadIdx.x == 0) printf("which %d %g %s\n", which, pair.a, "ok");
}
template <class T> __global__ void fill(T* x, T v, int n) { int i = threadIdx.x; if (i < n) x[i] = v; }
template __global__ void fill<double>(double*, double, int);
extern "C" __global__ void count_even(const int* x, int* out) {
  assert(x[threadIdx.x] >= 0);
  const int count = __syncthreads_count(x[threadIdx.x] % 2 == 0);
  out[threadIdx.x] = count;
}
extern "C" __global__ void switches(const int* x, int* out) {
  int v = x[threadIdx.x];
  switch (v) { case 0: v = 7; break; case 1: v = 3 * v + 11; break; case 2: v = out[threadIdx.x] + 5; break; case 3: v = -v; break; case 4: v ^= 0x55; break; case 5: v = v * v; break; case 6: v <<= 3; break; default: v = 1000; }
  out[threadIdx.x] = v;
}
