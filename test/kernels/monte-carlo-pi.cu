// Estimates pi: every thread runs its own xorshift generator, hits are summed per warp by shuffle, per block by shared
// atomics, over the grid by a 64-bit atomic.
#include <cstdint>

__device__ __forceinline__ uint32_t xorshift32(uint32_t& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

extern "C" __global__ void count_hits(const uint32_t* seeds, int threads, int samples, unsigned long long* hits) {
  __shared__ unsigned int block_hits;
  if (threadIdx.x == 0) block_hits = 0;
  __syncthreads();

  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int mine = 0;
  if (i < threads) {
    uint32_t state = seeds[i];
    for (int s = 0; s < samples; ++s) {
      // 16-bit coordinates: the test is exact in integers.
      uint32_t x = xorshift32(state) >> 16;
      uint32_t y = xorshift32(state) >> 16;
      mine += static_cast<uint64_t>(x) * x + static_cast<uint64_t>(y) * y < (1ull << 32);
    }
  }
  for (int offset = 16; offset > 0; offset /= 2) mine += __shfl_down_sync(0xffffffffu, mine, offset);
  if ((threadIdx.x & 31) == 0) atomicAdd(&block_hits, mine);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(hits, static_cast<unsigned long long>(block_hits));
}
