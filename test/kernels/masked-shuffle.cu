// Shuffles inside divergent branches, each with the mask of the lanes that are there: the lower half warp sums, the
// upper half reverses, and later every third lane talks to its own kind.
extern "C" __global__ void divergent_shuffles(const int* in, int* halves, int* thirds, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31;
  const int value = i < n ? in[i] : 0;
  int result;

  if (lane < 16) {
    int sum = value;
    for (int offset = 8; offset > 0; offset >>= 1) sum += __shfl_xor_sync(0x0000ffffu, sum, offset);
    result = sum;
  } else {
    result = __shfl_sync(0xffff0000u, value, 47 - lane);
    if (lane & 1) result = -result;
  }
  __syncwarp();

  // The mask of lanes 0, 3, 6, … or of 1, 4, 7, … or of 2, 5, 8, …
  const unsigned int every_third = 0x49249249u;
  int third = 0;
  switch (lane % 3) {
    case 0:
      third = __shfl_sync(every_third, value, 30) + __popc(__ballot_sync(every_third, value > 0));
      break;
    case 1:
      third = __shfl_sync(every_third << 1, value, 1) - __any_sync(every_third << 1, value == 7);
      break;
    case 2:
      third = __all_sync(0x24924924u, value != 0) ? 1000 : __shfl_down_sync(0x24924924u, value, lane < 29 ? 3 : 0);
      break;
  }
  if (i < n) {
    halves[i] = result;
    thirds[i] = third;
  }
}
