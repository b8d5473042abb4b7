// The fast Walsh-Hadamard transform: strides below a warp by shuffle, the rest through shared memory, in place, with
// the block's size equal to the transform's.
extern "C" __global__ void walsh_hadamard(int* data, int log2n) {
  extern __shared__ int tile[];
  const int n = 1 << log2n;
  const int t = threadIdx.x;
  int value = data[blockIdx.x * n + t];

  for (int stride = 1; stride < min(n, 32); stride <<= 1) {
    const int other = __shfl_xor_sync(0xffffffffu, value, stride);
    value = t & stride ? other - value : value + other;
  }
  for (int stride = 32; stride < n; stride <<= 1) {
    tile[t] = value;
    __syncthreads();
    const int other = tile[t ^ stride];
    value = t & stride ? other - value : value + other;
    __syncthreads();
  }
  data[blockIdx.x * n + t] = value;
}
