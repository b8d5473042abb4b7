// Lanes of a warp that rely on lockstep in plain shared memory, where an optimiser that looks at one thread sees stores that nothing reads and
// loads that it may move. On the hardware of the time, without such an optimiser, these were right.
#include <cstdio>

const int THREADS = 128, WARP = 32;

__device__ void last_warp(int* s, int t) {
  s[t] += s[t + 32];
  s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
}

// The end of a reduction, without volatile.
__global__ void sum(const int* in, int* out) {
  __shared__ int s[THREADS];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < WARP) last_warp(s, t);
  if (t == 0) out[0] = s[0];
}

template <int Width> __global__ void sum_in_loop(const int* in, int* out) {
  __shared__ int s[2 * WARP];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + WARP] = 0;
  for (int d = Width / 2; d > 0; d >>= 1) s[t] += s[t + d];
  if (t == 0) out[0] = s[0];
}

__global__ void scan(const int* in, int* out) {
  __shared__ int s[THREADS];
  int t = threadIdx.x, lane = t % WARP;
  s[t] = in[t];
  for (int d = 1; d < WARP; d *= 2)
    if (lane >= d) s[t] += s[t - d];
  out[t] = s[t];
}

// Sums that begin anew where a flag is set.
__device__ int segmented(int* s, int* flags, int t, int lane) {
  for (int d = 1; d < WARP; d *= 2) {
    if (lane >= d) {
      if (!flags[t]) s[t] += s[t - d];
      flags[t] |= flags[t - d];
    }
  }
  return s[t];
}

__global__ void scan_segments(const int* in, int* out) {
  __shared__ int s[THREADS], flags[THREADS];
  int t = threadIdx.x;
  s[t] = in[t];
  flags[t] = in[t] % 5 == 0;
  out[t] = segmented(s, flags, t, t % WARP);
}

// One lane of each warp leaves a value for all of them.
__global__ void broadcast(const int* in, int* out) {
  __shared__ int first[THREADS / WARP];
  int t = threadIdx.x, warp = t / WARP;
  if (t % WARP == 0) first[warp] = in[t];
  out[t] = in[t] - first[warp];
}

// One lane works on what all have left, and all take what it has made of it.
__global__ void one_for_all(const int* in, int* out) {
  __shared__ int s[WARP];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t == 0)
    for (int i = 1; i < WARP; i++) s[i] += s[i - 1];
  out[t] = s[t];
}

static void show(const char* what, const int* data, int count) {
  cudaDeviceSynchronize();
  printf("%s:", what);
  for (int i = 0; i < count; i++) printf(" %d", data[i]);
  printf("\n");
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, THREADS * sizeof(int));
  cudaMallocManaged(&out, THREADS * sizeof(int));
  for (int i = 0; i < THREADS; i++) in[i] = (i * 37 + 11) % 101;

  sum<<<1, THREADS>>>(in, out);
  show("sum", out, 1);
  sum_in_loop<32><<<1, WARP>>>(in, out);
  show("loop", out, 1);
  scan<<<1, THREADS>>>(in, out);
  show("scan", out, THREADS);
  scan_segments<<<1, THREADS>>>(in, out);
  show("segments", out, THREADS);
  broadcast<<<1, THREADS>>>(in, out);
  show("broadcast", out, THREADS);
  one_for_all<<<1, WARP>>>(in, out);
  show("one for all", out, WARP);
  cudaFree(in);
  cudaFree(out);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
