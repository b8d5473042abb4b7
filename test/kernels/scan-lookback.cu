// Inclusive scan in one launch (decoupled look-back): blocks take tiles by ticket, publish first their total, then
// their inclusive prefix, and add up what the tiles before them have published. A tile waits only for tiles whose
// ticket was drawn earlier, hence for blocks that already run.
#define BLOCK 64

enum Status : unsigned int { kNothing = 0, kTotal = 1, kPrefix = 2 };

__device__ __forceinline__ void publish(unsigned long long* slot, unsigned int value, Status status) {
  // Value and status change together, as one 64-bit word.
  atomicExch(slot, static_cast<unsigned long long>(status) << 32 | value);
}

extern "C" __global__ void scan_lookback(const unsigned int* in, unsigned int* out, int n, unsigned int* ticket,
                                         unsigned long long* states) {
  __shared__ unsigned int tile_index, tile_prefix;
  __shared__ unsigned int warp_total[BLOCK / 32];

  if (threadIdx.x == 0) tile_index = atomicAdd(ticket, 1u);
  __syncthreads();
  const unsigned int tile = tile_index;
  const int i = tile * BLOCK + threadIdx.x;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

  unsigned int value = i < n ? in[i] : 0u;
  for (int offset = 1; offset < 32; offset <<= 1) {
    unsigned int below = __shfl_up_sync(0xffffffff, value, offset);
    if (lane >= offset) value += below;
  }
  if (lane == 31) warp_total[warp] = value;
  __syncthreads();
  for (int w = 0; w < warp; ++w) value += warp_total[w];

  if (threadIdx.x == BLOCK - 1) {
    publish(&states[tile], value, tile == 0 ? kPrefix : kTotal);
    unsigned int prefix = 0;
    for (int before = static_cast<int>(tile) - 1; before >= 0;) {
      unsigned long long state = atomicAdd(&states[before], 0ull);
      unsigned int status = static_cast<unsigned int>(state >> 32);
      if (status == kNothing) continue;  // not yet: look again
      prefix += static_cast<unsigned int>(state);
      if (status == kPrefix) break;
      --before;
    }
    if (tile > 0) publish(&states[tile], prefix + value, kPrefix);
    tile_prefix = prefix;
  }
  __syncthreads();
  if (i < n) out[i] = tile_prefix + value;
}
