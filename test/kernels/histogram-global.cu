// A histogram straight into global memory, and the bytes of each word counted apart.
extern "C" __global__ void histogram_global(const unsigned int* data, int n, unsigned int* bins) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned int word = data[i];
#pragma unroll
    for (int byte = 0; byte < 4; ++byte) {
      atomicAdd(&bins[byte * 256 + (word & 255u)], 1u);
      word >>= 8;
    }
  }
}
