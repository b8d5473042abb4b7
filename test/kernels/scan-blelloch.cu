// Exclusive scan of a tile of twice the block, Blelloch's work-efficient form: a sweep up a tree and a sweep down.
// Indices are padded so that the tree's strides do not meet in one shared memory bank.
#define LOG_BANKS 5
#define PAD(i) ((i) + ((i) >> LOG_BANKS))

extern "C" __global__ void scan_blelloch(const unsigned int* in, unsigned int* out, unsigned int* totals, int n) {
  extern __shared__ unsigned int tree[];
  const int tile = 2 * blockDim.x;  // a power of two
  const int begin = blockIdx.x * tile;
  const int t = threadIdx.x;

  const int left = t, right = t + blockDim.x;
  tree[PAD(left)] = begin + left < n ? in[begin + left] : 0u;
  tree[PAD(right)] = begin + right < n ? in[begin + right] : 0u;

  int offset = 1;
  for (int d = tile >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1;
      int b = offset * (2 * t + 2) - 1;
      tree[PAD(b)] += tree[PAD(a)];
    }
    offset <<= 1;
  }

  if (t == 0) {
    totals[blockIdx.x] = tree[PAD(tile - 1)];
    tree[PAD(tile - 1)] = 0u;
  }

  for (int d = 1; d < tile; d <<= 1) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1;
      int b = offset * (2 * t + 2) - 1;
      unsigned int below = tree[PAD(a)];
      tree[PAD(a)] = tree[PAD(b)];
      tree[PAD(b)] += below;
    }
  }
  __syncthreads();
  if (begin + left < n) out[begin + left] = tree[PAD(left)];
  if (begin + right < n) out[begin + right] = tree[PAD(right)];
}
