// Lanes of a warp that hand each other values through volatile memory, without __syncwarp: the code of the years when the
// lanes of a warp ran in lockstep.
#include <cstdio>

const int THREADS = 128, BLOCKS = 4;

__device__ void last_warp(volatile int* v, int t) {
  v[t] += v[t + 32];
  v[t] += v[t + 16];
  v[t] += v[t + 8];
  v[t] += v[t + 4];
  v[t] += v[t + 2];
  v[t] += v[t + 1];
}

__global__ void sum_in_shared(const int* in, int* out) {
  __shared__ int s[THREADS];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * THREADS + t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) last_warp(s, t);
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void sum_in_global(int* data, int* out) {
  int t = threadIdx.x;
  int* own = data + blockIdx.x * THREADS;
  if (t < 64) own[t] += own[t + 64];
  __syncthreads();
  if (t < 32) last_warp(own, t);
  if (t == 0) out[blockIdx.x] = own[0];
}

// A sum that stays in a register while the others read the copy in memory.
template <int Width> __global__ void sum_in_registers(const int* in, int* out) {
  __shared__ volatile int s[THREADS];
  int t = threadIdx.x, sum = in[blockIdx.x * THREADS + t];
  s[t] = sum;
  __syncthreads();
  if (t < 32) {
    for (int d = THREADS / 2; d >= 32; d /= 2)
      for (int other = t + d; other < t + 2 * d; other += 32) s[t] = sum = sum + s[other];
    for (int d = Width / 2; d > 0; d /= 2) s[t] = sum = sum + s[t + d];
  }
  if (t == 0) out[blockIdx.x] = sum;
}

// Each warp by itself; some lanes skip a step and meet the others again. The first store is a plain one.
__global__ void scan_of_warps(const int* in, int* out) {
  __shared__ int plain[THREADS];
  volatile int* s = plain;
  int t = threadIdx.x, lane = t % 32;
  plain[t] = in[t];
  for (int d = 1; d < 32; d *= 2)
    if (lane >= d) s[t] = s[t] + s[t - d];
  out[t] = s[t];
}

__global__ void reverse(int* out) {
  __shared__ volatile int s[THREADS];
  int t = threadIdx.x, first = t & ~31;
  s[t] = t * t;
  s[t] = s[first + 31 - t % 32];
  out[t] = s[t];
}

// All lanes of a group write to one place; each sees which of them did it last.
__global__ void elect(int* winners) {
  __shared__ volatile int last[8];
  int t = threadIdx.x, group = t % 8;
  last[group] = t;
  if (last[group] == t) atomicAdd(&winners[group], 1);
}

static void show(const char* what, const int* data, int count) {
  printf("%s:", what);
  for (int i = 0; i < count; i++) printf(" %d", data[i]);
  printf("\n");
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, BLOCKS * THREADS * sizeof(int));
  cudaMallocManaged(&out, THREADS * sizeof(int));
  for (int i = 0; i < BLOCKS * THREADS; i++) in[i] = (i * 37 + 11) % 101;

  sum_in_shared<<<BLOCKS, THREADS>>>(in, out);
  cudaDeviceSynchronize();
  show("shared", out, BLOCKS);
  sum_in_registers<32><<<BLOCKS, THREADS>>>(in, out);
  cudaDeviceSynchronize();
  show("registers", out, BLOCKS);
  scan_of_warps<<<1, THREADS>>>(in, out);
  cudaDeviceSynchronize();
  show("scan", out, THREADS);
  sum_in_global<<<BLOCKS, THREADS>>>(in, out);
  cudaDeviceSynchronize();
  show("global", out, BLOCKS);
  reverse<<<1, THREADS>>>(out);
  cudaDeviceSynchronize();
  show("reverse", out, THREADS);
  for (int i = 0; i < 8; i++) out[i] = 0;
  elect<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  show("elected", out, 8);
  cudaFree(in);
  cudaFree(out);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
