// A summed-area table: scan every row (a warp each, carrying along), then every column (a thread each).
extern "C" __global__ void scan_rows(const unsigned char* in, unsigned int* out, int width, int height) {
  const int lane = threadIdx.x & 31;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  if (row >= height) return;  // whole warps leave

  unsigned int carry = 0;
  for (int x = lane; x - lane < width; x += 32) {
    unsigned int sum = x < width ? in[row * width + x] : 0u;
    for (int offset = 1; offset < 32; offset <<= 1) {
      unsigned int left = __shfl_up_sync(0xffffffff, sum, offset);
      if (lane >= offset) sum += left;
    }
    sum += carry;
    if (x < width) out[row * width + x] = sum;
    carry = __shfl_sync(0xffffffff, sum, 31);
  }
}

extern "C" __global__ void scan_columns(unsigned int* table, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  unsigned int sum = 0;
  for (int y = 0; y < height; ++y) {
    sum += table[y * width + x];
    table[y * width + x] = sum;
  }
}
