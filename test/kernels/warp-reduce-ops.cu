// The integer warp reductions of compute capability 8.0, over full warps and over subsets given by a mask.
extern "C" __global__ void warp_reduce_ops(const unsigned int* in, unsigned int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned int value = i < n ? in[i] : 0u;
  const int lane = threadIdx.x & 31;
  unsigned int* slot = out + (i / 32) * 9;

  unsigned int sum = __reduce_add_sync(0xffffffffu, value);
  unsigned int low = __reduce_min_sync(0xffffffffu, value);
  unsigned int high = __reduce_max_sync(0xffffffffu, value);
  int low_signed = __reduce_min_sync(0xffffffffu, static_cast<int>(value));
  unsigned int all = __reduce_and_sync(0xffffffffu, value);
  unsigned int any = __reduce_or_sync(0xffffffffu, value);
  unsigned int odd = __reduce_xor_sync(0xffffffffu, value);

  // The even lanes and the odd lanes reduce apart, each group with its own mask.
  unsigned int half_sum;
  if (lane & 1) half_sum = __reduce_add_sync(0xaaaaaaaau, value);
  else half_sum = __reduce_add_sync(0x55555555u, value);

  if (lane < 2) slot[7 + lane] = half_sum;
  if (lane == 31) {
    slot[0] = sum;
    slot[1] = low;
    slot[2] = high;
    slot[3] = static_cast<unsigned int>(low_signed);
    slot[4] = all;
    slot[5] = any;
    slot[6] = odd;
  }
}
