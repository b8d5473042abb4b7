// Barriers inside device functions, called in sequence, in a loop, and one from another: a small pipeline of block
// algorithms (rotate, smooth, reverse) on a shared tile.
__device__ void rotate(float* tile, int count, int by) {
  float kept = threadIdx.x < count ? tile[(threadIdx.x + by) % count] : 0.0f;
  __syncthreads();
  if (threadIdx.x < count) tile[threadIdx.x] = kept;
  __syncthreads();
}

__device__ __noinline__ void smooth(float* tile, int count) {
  const int t = threadIdx.x;
  float mean = 0.0f;
  if (t < count) mean = 0.5f * tile[t] + 0.25f * (tile[(t + 1) % count] + tile[(t + count - 1) % count]);
  __syncthreads();
  if (t < count) tile[t] = mean;
  __syncthreads();
}

__device__ void smooth_times(float* tile, int count, int times) {
  for (int k = 0; k < times; ++k) {
    smooth(tile, count);
    if (k % 2 == 1) rotate(tile, count, 1);
  }
}

__device__ void reverse(float* tile, int count) {
  float kept = threadIdx.x < count ? tile[count - 1 - threadIdx.x] : 0.0f;
  __syncthreads();
  if (threadIdx.x < count) tile[threadIdx.x] = kept;
  __syncthreads();
}

extern "C" __global__ void pipeline(const float* in, float* out, int count, int times, int flip) {
  __shared__ float tile[256];
  const int base = blockIdx.x * count;
  if (threadIdx.x < count) tile[threadIdx.x] = in[base + threadIdx.x];
  __syncthreads();
  rotate(tile, count, blockIdx.x + 1);
  smooth_times(tile, count, times);
  if (flip) reverse(tile, count);
  if (threadIdx.x < count) out[base + threadIdx.x] = tile[threadIdx.x];
}
