// The sum of each segment of a ragged array, one quarter warp (8 lanes) per segment.
extern "C" __global__ void segment_sums(const long long* values, const int* offsets, long long* sums, int segments) {
  constexpr int kLanes = 8;
  const int segment = (blockIdx.x * blockDim.x + threadIdx.x) / kLanes;
  const int lane = threadIdx.x % kLanes;

  long long sum = 0;
  if (segment < segments) {
    for (int i = offsets[segment] + lane; i < offsets[segment + 1]; i += kLanes) sum += values[i];
  }
  // All 32 lanes take part; the width keeps each group of 8 to itself.
  for (int offset = kLanes / 2; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xffffffff, sum, offset, kLanes);
  if (segment < segments && lane == 0) sums[segment] = sum;
}
