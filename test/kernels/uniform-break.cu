// Block-wide bisection for a percentile: each round counts, with a barrier that counts, how many values lie below a
// guess; all threads see the same count, so they leave the loop together.
extern "C" __global__ void block_percentile(const unsigned int* in, int per_block, int rank, unsigned int* out,
                                            int* rounds) {
  const unsigned int* values = in + blockIdx.x * per_block;
  const unsigned int mine = threadIdx.x < per_block ? values[threadIdx.x] : 0xffffffffu;

  unsigned int low = 0u, high = 0xffffffffu;
  int round = 0;
  for (; round < 40; ++round) {
    if (low == high) break;
    const unsigned int middle = low + (high - low) / 2;
    const int below_or_equal = __syncthreads_count(threadIdx.x < per_block && mine <= middle);
    if (below_or_equal > rank) high = middle;
    else low = middle + 1;
  }
  if (threadIdx.x == blockDim.x - 1) {
    out[blockIdx.x] = low;
    rounds[blockIdx.x] = round;
  }
}
