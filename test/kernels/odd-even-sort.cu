// Odd-even transposition sort of a tile in shared memory; the block stops as soon as no thread has swapped.
extern "C" __global__ void odd_even_sort(int* data, int n, int* rounds) {
  extern __shared__ int tile[];
  const int begin = blockIdx.x * blockDim.x * 2;
  const int count = min(static_cast<int>(blockDim.x) * 2, n - begin);
  const int t = threadIdx.x;

  for (int k = t; k < count; k += blockDim.x) tile[k] = data[begin + k];
  __syncthreads();

  int round = 0;
  while (true) {
    bool swapped = false;
    for (int phase = 0; phase < 2; ++phase) {
      int k = 2 * t + phase;
      if (k + 1 < count && tile[k] > tile[k + 1]) {
        int left = tile[k];
        tile[k] = tile[k + 1];
        tile[k + 1] = left;
        swapped = true;
      }
      __syncthreads();
    }
    ++round;
    if (!__syncthreads_or(swapped)) break;
  }

  for (int k = t; k < count; k += blockDim.x) data[begin + k] = tile[k];
  if (t == 0) rounds[blockIdx.x] = round;
}
