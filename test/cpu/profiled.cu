// Kernels whose counts are worked out by hand in profile.test.ts. Lines that are looked at end with a mark.
extern "C" __global__ void copy(const float *a, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];  // copy
}
extern "C" __global__ void strided(const float *a, float *out) {
  out[threadIdx.x] = a[8 * threadIdx.x];  // strided
}
extern "C" __global__ void shifted(const float *a, float *out) {
  out[threadIdx.x] = a[threadIdx.x + 1];  // shifted
}
extern "C" __global__ void vectors(const float4 *a, float4 *out) {
  out[threadIdx.x] = a[threadIdx.x];  // vectors
}
extern "C" __global__ void broadcast(const float *a, float *out) {
  out[threadIdx.x] = a[0];  // broadcast
}
extern "C" __global__ void transpose(const float *in, float *out) {
  out[threadIdx.x * 32 + threadIdx.y] = in[threadIdx.y * 32 + threadIdx.x];  // naive
}
extern "C" __global__ void tiled(const float *in, float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];  // tile in
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  // tile out
}
extern "C" __global__ void padded(const float *in, float *out) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];  // padded in
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  // padded out
}
extern "C" __global__ void interleaved(const int *in, int *out) {
  __shared__ int x[64];
  int t = threadIdx.x;
  x[t] = in[t];
  __syncthreads();
  for (int s = 1; s < 64; s *= 2) {
    if (t % (2 * s) == 0)
      x[t] += x[t + s];  // interleaved
    __syncthreads();
  }
  if (t == 0) out[0] = x[0];
}
extern "C" __global__ void sequential(const int *in, int *out) {
  __shared__ int x[64];
  int t = threadIdx.x;
  x[t] = in[t];
  __syncthreads();
  for (int s = 32; s > 0; s /= 2) {
    if (t < s)
      x[t] += x[t + s];  // sequential
    __syncthreads();
  }
  if (t == 0) out[0] = x[0];
}
extern "C" __global__ void histogram(const int *in, int *bins) {
  atomicAdd(&bins[in[threadIdx.x] % 4], 1);  // bins
}
extern "C" __global__ void together(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);  // one address
  __syncthreads();
  if (threadIdx.x == 0) out[0] = count;
}
extern "C" __global__ void onebyone(int *out) {
  for (int t = 0; t < 32; t++)
    if (threadIdx.x == t)
      out[t] = t;  // one by one
}
extern "C" __global__ void banks(double *out) {
  __shared__ int x[64];
  __shared__ double d[32];
  x[2 * threadIdx.x] = 1;  // every second
  d[threadIdx.x] = 2;      // doubles
  out[threadIdx.x] = d[threadIdx.x] + x[0];
}
extern "C" __global__ void uneven(const int *turns, int *out) {
  int sum = 0;
  for (int i = 0; i < turns[threadIdx.x]; i++)
    sum += out[i];  // uneven
  out[threadIdx.x + 64] = sum;  // after
}
