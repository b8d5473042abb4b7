// Block reduction by warp shuffles: each warp folds its lanes, then warp 0 folds the warps' sums.
#define FULL_MASK 0xffffffffu

__inline__ __device__ float warp_reduce_sum(float value) {
#pragma unroll
  for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(FULL_MASK, value, offset);
  return value;
}

__inline__ __device__ float block_reduce_sum(float value) {
  static __shared__ float warp_sums[32];
  const int lane = threadIdx.x % warpSize;
  const int warp = threadIdx.x / warpSize;

  value = warp_reduce_sum(value);
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();

  value = threadIdx.x < blockDim.x / warpSize ? warp_sums[lane] : 0.0f;
  if (warp == 0) value = warp_reduce_sum(value);
  return value;
}

extern "C" __global__ void reduce_shuffle(const float* in, float* out, int n) {
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += in[i];
  sum = block_reduce_sum(sum);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
