// Sorts the 32 values of each warp by a bitonic network of shuffles: no shared memory at all.
extern "C" __global__ void warp_sort(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31;
  int value = i < n ? data[i] : 0x7fffffff;

#pragma unroll
  for (int size = 2; size <= 32; size <<= 1) {
#pragma unroll
    for (int stride = size >> 1; stride > 0; stride >>= 1) {
      const int other = __shfl_xor_sync(0xffffffffu, value, stride);
      const bool ascending = (lane & size) == 0;
      const bool is_low = (lane & stride) == 0;
      value = ascending == is_low ? min(value, other) : max(value, other);
    }
  }
  if (i < n) data[i] = value;
}
