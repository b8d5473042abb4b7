// A block maximum in which whole blocks, and single threads of the last block, leave before later barriers.
// Threads that have exited do not take part in a barrier any more; the others must not wait for them.
extern "C" __global__ void block_max(const int* in, int* out, int n) {
  __shared__ int tile[256];
  const int begin = blockIdx.x * blockDim.x;
  if (begin >= n) return;  // the same for the whole block

  const int i = begin + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : static_cast<int>(0x80000000);
  __syncthreads();
  if (i >= n) return;  // differs between threads, even within a warp

  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    int other = 0;
    if (threadIdx.x < half) other = tile[threadIdx.x + half];
    __syncthreads();
    if (threadIdx.x < half) tile[threadIdx.x] = max(tile[threadIdx.x], other);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = tile[0];
}
