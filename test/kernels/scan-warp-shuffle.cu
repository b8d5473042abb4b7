// Inclusive scan of up to 1024 elements per block: __shfl_up_sync within warps, then a scan of the warps' totals.
__device__ __forceinline__ float warp_scan(float value, int lane) {
#pragma unroll
  for (int offset = 1; offset < 32; offset <<= 1) {
    float below = __shfl_up_sync(0xffffffff, value, offset);
    if (lane >= offset) value += below;
  }
  return value;
}

extern "C" __global__ void scan_shuffle(const float* in, float* out, int n) {
  __shared__ float warp_totals[32];
  const int lane = threadIdx.x & 31;
  const int warp = threadIdx.x >> 5;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  float value = warp_scan(i < n ? in[i] : 0.0f, lane);
  if (lane == 31) warp_totals[warp] = value;
  __syncthreads();

  if (warp == 0) {
    float total = lane < blockDim.x / 32 ? warp_totals[lane] : 0.0f;
    warp_totals[lane] = warp_scan(total, lane);
  }
  __syncthreads();

  if (warp > 0) value += warp_totals[warp - 1];
  if (i < n) out[i] = value;
}
