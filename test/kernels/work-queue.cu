// Persistent blocks that draw tiles from a shared queue until it is empty: the ticket reaches the block through shared
// memory, and all threads leave the loop together.
extern "C" __global__ void process_tiles(const unsigned int* in, unsigned int* out, int n, int tile,
                                         unsigned int* next_tile, int* tiles_done) {
  __shared__ unsigned int current;
  const unsigned int tiles = (n + tile - 1) / tile;
  while (true) {
    if (threadIdx.x == 0) current = atomicAdd(next_tile, 1u);
    __syncthreads();
    const unsigned int mine = current;
    if (mine >= tiles) break;

    // Uneven work: the Collatz steps of each element.
    for (int k = threadIdx.x; k < tile && mine * tile + k < n; k += blockDim.x) {
      unsigned long long value = in[mine * tile + k];
      unsigned int steps = 0;
      while (value != 1) {
        value = value & 1 ? 3 * value + 1 : value / 2;
        ++steps;
      }
      out[mine * tile + k] = steps;
    }
    if (threadIdx.x == 0) atomicAdd(tiles_done, 1);
    __syncthreads();  // nobody reads `current` any more
  }
}
