// Wrapping counters: atomicInc deals slots of a ring round robin, atomicDec runs a countdown that restarts, and
// atomicExch leaves a trace whose links visit every thread once.
extern "C" __global__ void ring_counters(unsigned int* write_position, unsigned int ring_size, unsigned int* uses,
                                         unsigned int* countdown, unsigned int period, unsigned int* restarts,
                                         int* links, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned int slot = atomicInc(write_position, ring_size - 1);
  atomicAdd(&uses[slot], 1u);
  if (atomicDec(countdown, period) == 0u) atomicAdd(restarts, 1u);
  links[i] = atomicExch(&links[n], i);
}
