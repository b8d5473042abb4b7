// Mean and variance of rows in one pass: Welford per thread, Chan's merge across lanes and warps.
struct Moments {
  float mean;
  float m2;
  float count;
};

__device__ __forceinline__ void update(Moments& m, float x) {
  m.count += 1.0f;
  float delta = x - m.mean;
  m.mean += delta / m.count;
  m.m2 += delta * (x - m.mean);
}

__device__ __forceinline__ Moments merge(const Moments& a, const Moments& b) {
  float count = a.count + b.count;
  if (count == 0.0f) return a;
  float delta = b.mean - a.mean;
  float share = b.count / count;
  return {a.mean + delta * share, a.m2 + b.m2 + delta * delta * a.count * share, count};
}

__device__ Moments warp_merge(Moments m) {
  for (int offset = 16; offset > 0; offset /= 2) {
    Moments other = {__shfl_down_sync(0xffffffff, m.mean, offset), __shfl_down_sync(0xffffffff, m.m2, offset),
                     __shfl_down_sync(0xffffffff, m.count, offset)};
    m = merge(m, other);
  }
  return m;
}

// Blocks are 32 x warps: x is the lane, y the warp.
extern "C" __global__ void row_moments(const float* matrix, int columns, float* means, float* variances) {
  __shared__ Moments warps[32];
  const float* row = matrix + blockIdx.x * columns;
  Moments mine = {0.0f, 0.0f, 0.0f};
  for (int c = threadIdx.y * 32 + threadIdx.x; c < columns; c += 32 * blockDim.y) update(mine, row[c]);
  mine = warp_merge(mine);
  if (threadIdx.x == 0) warps[threadIdx.y] = mine;
  __syncthreads();

  if (threadIdx.y == 0) {
    mine = threadIdx.x < blockDim.y ? warps[threadIdx.x] : Moments{0.0f, 0.0f, 0.0f};
    mine = warp_merge(mine);
    if (threadIdx.x == 0) {
      means[blockIdx.x] = mine.mean;
      variances[blockIdx.x] = mine.m2 / mine.count;
    }
  }
}
