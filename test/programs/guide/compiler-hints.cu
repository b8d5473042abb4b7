// What tells the compiler more than it can see: launch bounds, unrolling, assumptions, alignment, loads by the cache.
#include <stdio.h>

template <int N> __device__ int rolled(const int* values) {
  int sum = 0;
#pragma unroll
  for (int i = 0; i < N; i++) sum += values[i];
#pragma unroll 1
  for (int i = 0; i < 4; i++) sum += values[i];
#pragma unroll(N / 2)
  for (int i = 0; i < N; i++) sum ^= values[i];
  return sum;
}
__global__ void __launch_bounds__(256, 2) bounded(int* __restrict__ out, const int* __restrict__ values) {
  out[threadIdx.x] = rolled<8>(values) + threadIdx.x;
}
__device__ __noinline__ int apart(int x) { return x * 3; }
__device__ __forceinline__ int within(int x) { return apart(x) + 1; }
__global__ void hinted(int* out, const float* values, int n) {
  const float* aligned = (const float*)__builtin_assume_aligned(values, 16);
  __builtin_assume(n > 0);
  out[0] = __builtin_expect(n == 5, 1) ? (int)aligned[2] : -1;
  switch (n) {
    case 5: out[1] = 1; break;
    default: __builtin_unreachable();
  }
  out[2] = (int)(__ldg(&values[2]) + __ldcg(&values[4]) + __ldcs(&values[6]));
  __stcs(&out[3], 9);
  out[4] = within(4);
  int* room = (int*)alloca(n * sizeof(int));
  for (int i = 0; i < n; i++) room[i] = i * i;
  out[5] = room[n - 1];
}

int main() {
  int *out, *numbers;
  float* values;
  cudaMallocManaged(&out, 1024);
  cudaMallocManaged(&numbers, 64);
  cudaMallocManaged(&values, 64);
  for (int i = 0; i < 16; i++) numbers[i] = i, values[i] = i * 1.5f;
  bounded<<<1, 256>>>(out, numbers);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[255]);
  hinted<<<1, 1>>>(out, values, 5);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int i = 0; i < 6; i++) printf("%d ", out[i]);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, bounded);
  printf("\n%d\n", attributes.maxThreadsPerBlock);
  bounded<<<1, 512>>>(out, numbers);
  printf("%d\n", cudaGetLastError() != cudaSuccess);
  cudaFree(out);
  cudaFree(numbers);
  cudaFree(values);
  return 0;
}
