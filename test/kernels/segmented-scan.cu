// Inclusive scan that restarts at flags: (value, flag) pairs under an associative operator, one block over one tile.
extern "C" __global__ void segmented_scan(const int* values, const unsigned char* flags, int* out, int n) {
  __shared__ int value[256];
  __shared__ bool flag[256];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;

  value[t] = i < n ? values[i] : 0;
  flag[t] = t == 0 || (i < n && flags[i] != 0);
  __syncthreads();

  for (int offset = 1; offset < blockDim.x; offset <<= 1) {
    int sum = value[t];
    bool start = flag[t];
    if (t >= offset && !start) {
      sum += value[t - offset];
      start = flag[t - offset];
    }
    __syncthreads();
    value[t] = sum;
    flag[t] = start;
    __syncthreads();
  }
  if (i < n) out[i] = value[t];
}
