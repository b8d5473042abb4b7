// The textbook block reduction in dynamic shared memory: each thread loads two elements, halves meet until one is left.
// The block size may be any number of threads, a power of two or not.
extern "C" __global__ void reduce_shared(const int* in, int* out, unsigned int n) {
  extern __shared__ int tile[];
  const unsigned int t = threadIdx.x;
  const unsigned int i = blockIdx.x * (blockDim.x * 2) + t;

  int sum = i < n ? in[i] : 0;
  if (i + blockDim.x < n) sum += in[i + blockDim.x];
  tile[t] = sum;
  __syncthreads();

  for (unsigned int active = blockDim.x; active > 1;) {
    unsigned int half = (active + 1) / 2;
    if (t < active / 2) tile[t] += tile[t + half];
    active = half;
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}
