// The reduction of NVIDIA's classic tutorial: the block size is a template parameter, all conditions on it vanish, and
// the last warp goes on without block barriers, through volatile shared memory and __syncwarp.
template <unsigned int BlockSize>
__device__ void reduce_warp(volatile int* tile, unsigned int t) {
  int value = tile[t];
  if (BlockSize >= 64) {
    value += tile[t + 32];
    __syncwarp();
    tile[t] = value;
    __syncwarp();
  }
#pragma unroll
  for (unsigned int offset = 16; offset > 0; offset >>= 1) {
    value += tile[t + offset];
    __syncwarp();
    tile[t] = value;
    __syncwarp();
  }
}

template <unsigned int BlockSize>
__global__ void reduce_unrolled(const int* in, int* out, unsigned int n) {
  __shared__ int tile[BlockSize + 32];  // the last steps read past the block, whatever is there is never used
  const unsigned int t = threadIdx.x;
  unsigned int i = blockIdx.x * (BlockSize * 2) + t;
  const unsigned int grid_size = BlockSize * 2 * gridDim.x;

  int sum = 0;
  for (; i < n; i += grid_size) {
    sum += in[i];
    if (i + BlockSize < n) sum += in[i + BlockSize];
  }
  tile[t] = sum;
  if (t < 32) tile[BlockSize + t] = 0;
  __syncthreads();

  if (BlockSize >= 512) {
    if (t < 256) tile[t] += tile[t + 256];
    __syncthreads();
  }
  if (BlockSize >= 256) {
    if (t < 128) tile[t] += tile[t + 128];
    __syncthreads();
  }
  if (BlockSize >= 128) {
    if (t < 64) tile[t] += tile[t + 64];
    __syncthreads();
  }
  if (t < 32) reduce_warp<BlockSize>(tile, t);
  if (t == 0) out[blockIdx.x] = tile[0];
}
