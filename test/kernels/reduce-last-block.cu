// A sum in a single launch: every block publishes its part, and the block that draws the last ticket adds them up.
// Between publishing and drawing stands __threadfence; the ticket counter resets itself for the next launch.
__device__ unsigned int tickets = 0;

extern "C" __global__ void sum_single_pass(const unsigned int* in, int n, volatile unsigned long long* partial,
                                           unsigned long long* total) {
  __shared__ unsigned long long tile[128];
  __shared__ bool is_last;

  unsigned long long sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  tile[threadIdx.x] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half >>= 1) {
    if (threadIdx.x < half) tile[threadIdx.x] += tile[threadIdx.x + half];
    __syncthreads();
  }

  if (threadIdx.x == 0) {
    partial[blockIdx.x] = tile[0];
    __threadfence();
    unsigned int ticket = atomicInc(&tickets, gridDim.x - 1);
    is_last = ticket == gridDim.x - 1;
  }
  __syncthreads();

  if (is_last) {
    sum = 0;
    for (unsigned int b = threadIdx.x; b < gridDim.x; b += blockDim.x) sum += partial[b];
    tile[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half >>= 1) {
      if (threadIdx.x < half) tile[threadIdx.x] += tile[threadIdx.x + half];
      __syncthreads();
    }
    if (threadIdx.x == 0) *total = tile[0];
  }
}
