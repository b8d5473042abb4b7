// Sorts one tile per block in shared memory by a bitonic network, keys with their values; the tile may be partly filled.
extern "C" __global__ void bitonic_sort_shared(unsigned int* keys, unsigned int* values, int n, int ascending) {
  extern __shared__ uint2 pairs[];
  const int t = threadIdx.x;
  const int tile = 2 * blockDim.x;  // a power of two
  const int begin = blockIdx.x * tile;
  const unsigned int filler = ascending ? 0xffffffffu : 0u;

  for (int k = t; k < tile; k += blockDim.x) {
    int i = begin + k;
    pairs[k] = i < n ? make_uint2(keys[i], values[i]) : make_uint2(filler, 0xffffffffu);
  }

  for (int size = 2; size <= tile; size <<= 1) {
    for (int stride = size >> 1; stride > 0; stride >>= 1) {
      __syncthreads();
      int low = 2 * t - (t & (stride - 1));
      int high = low + stride;
      bool up = ((low & size) == 0) == (ascending != 0);
      uint2 a = pairs[low], b = pairs[high];
      if ((a.x > b.x) == up && a.x != b.x) {
        pairs[low] = b;
        pairs[high] = a;
      }
    }
  }
  __syncthreads();
  for (int k = t; k < tile; k += blockDim.x) {
    int i = begin + k;
    if (i < n) {
      keys[i] = pairs[k].x;
      values[i] = pairs[k].y;
    }
  }
}
