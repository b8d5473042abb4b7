// Switches in loops with barriers: labels that share a block, fall through, and a function with barriers that is called
// where an optimiser expects little time to be spent.
extern "C" __global__ void shared_labels(unsigned* values, int rounds) {
  unsigned v = values[threadIdx.x];
  for (int i = 0; i < rounds; ++i) {
    __syncthreads();
    switch (v % 9u) {
      case 0u:
        v *= 3 + i;
        // fall through
      case 4u:
      case 7u:
        values[threadIdx.x] = v;
    }
  }
}

__device__ unsigned sum_around(unsigned first, unsigned thread, unsigned threads, unsigned* box) {
  __syncthreads();
  unsigned result = first;
  for (unsigned step = 1; step < threads; step *= 2) {
    unsigned other = box[(thread + step) % threads];
    __syncthreads();
    box[thread] += other;
    __syncthreads();
    result ^= box[thread];
  }
  __syncthreads();
  return result;
}

extern "C" __global__ void seldom_called(unsigned* results, unsigned n, unsigned limit) {
  __shared__ unsigned box[64];
  const unsigned thread = threadIdx.x, threads = blockDim.x, block = blockIdx.x;
  unsigned a = thread * 2654435761u, b = block + 3u;
  box[thread] = thread;
  if (limit > 3u) return;
  switch (block % 5u) {
    case 4u: b ^= sum_around(5u, thread, threads, box); break;
    case 1u:
      switch (n % 5u) {
        case 0u:
        case 2u: break;
        case 3u:
          if (n > 7u) a ^= sum_around(thread, thread, threads, box);
          // fall through
        default: __ballot_sync(0xffffffffu, a > limit);
      }
      // fall through
    case 0u: b += box[thread];
  }
  results[block * threads + thread] = a ^ b;
}
