// Kernels that stop at the line that says so, and a helper in another file.
#include "fault-places.h"
#define KERNEL extern "C" __global__ void

__device__ int twice(const int* p, int i) {
  return 2 * p[i];  // here: read_in_function
}
__device__ __noinline__ int deeper(int* p, int n) {
  if (n == 0) return p[0];  // here: read_in_call
  return deeper(p, n - 1) * 3 + n;
}

KERNEL store(int* out, int at) {
  out[threadIdx.x] = 1;
  *(volatile int*)at = 2;  // here: store
  out[threadIdx.x] = 3;
}
KERNEL read_in_function(int* out, int at) {
  int mine = twice((const int*)at, threadIdx.x);
  out[threadIdx.x] = mine;
}
KERNEL read_in_call(int* out, int at) {
  if (at != 0)
    out[0] = deeper((int*)at, 3);
}
KERNEL in_header(int* out, int at) {
  from_header(out, at);
}
KERNEL in_branch(int* out, int at) {
  if (threadIdx.x == 5 && blockIdx.x == 2)
    ((volatile int*)at)[threadIdx.x] = 1;  // here: in_branch
  else
    out[threadIdx.x] = 1;
}
KERNEL after_barrier(int* out, int at) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
  __syncthreads();
  if (blockIdx.x == 2)
    ((volatile int*)at)[tile[threadIdx.x]] = 1;  // here: after_barrier
}
KERNEL in_loop(int* out, int at) {
  for (int k = 0; k < 10; k++)
    out[threadIdx.x] += ((volatile int*)at)[k];  // here: in_loop
}
KERNEL atomic(int* out, int at) {
  out[threadIdx.x] = 1;
  atomicAdd((int*)at, out[threadIdx.x]);  // here: atomic
}
KERNEL far_index(int* out, int at) {
  long long i = (long long)at << 32;
  out[0] = 1;
  out[i + threadIdx.x] = 1;  // here: far_index
}
KERNEL divergent(int* out, int at) {
  if (threadIdx.x % 2) {
    out[threadIdx.x] = __shfl_sync(0xaaaaaaaau, (int)threadIdx.x, 1);
    if (threadIdx.x == 37)
      *(volatile int*)at = 3;  // here: divergent
  }
}
KERNEL trapped(int* out, int at) {
  if (threadIdx.x == 5 && threadIdx.y == 1 && blockIdx.x == 2)
    __trap();  // here: trapped
  out[threadIdx.x] = 1;
}
