// Warp-aggregated atomics: of the lanes that come together at the call, one adds for all and hands out the places.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ int aggregated_increment(int* counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int base = 0;
  if (active.thread_rank() == 0) base = atomicAdd(counter, static_cast<int>(active.size()));
  return active.shfl(base, 0) + active.thread_rank();
}

extern "C" __global__ void partition_by_sign(const int* in, int n, int* negative, int* positive, int* counters) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const int value = in[i];
    if (value < 0) negative[aggregated_increment(&counters[0])] = value;
    else if (value > 0) positive[aggregated_increment(&counters[1])] = value;
  }
}
