// Inclusive scan of one block, Hillis and Steele's: log2(n) steps between two shared buffers that swap roles.
extern "C" __global__ void scan_hillis_steele(const int* in, int* out, int n) {
  extern __shared__ int buffers[];
  int* front = buffers;
  int* back = buffers + blockDim.x;
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;

  front[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    back[t] = t >= offset ? front[t] + front[t - offset] : front[t];
    __syncthreads();
    int* swap = front;
    front = back;
    back = swap;
  }
  if (i < n) out[i] = front[t];
}
