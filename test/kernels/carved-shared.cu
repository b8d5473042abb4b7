// One dynamic shared allocation carved into arrays of different types: a table of doubles, keys, and byte flags.
// Each block finds, for every distinct key of its tile, the sum of the values under it.
extern "C" __global__ void sum_by_key(const int* keys, const double* values, int n, int tile, int key_count,
                                      double* sums, int* first_seen) {
  extern __shared__ __align__(16) unsigned char storage[];
  double* sum = reinterpret_cast<double*>(storage);
  int* first = reinterpret_cast<int*>(sum + key_count);
  short* local_key = reinterpret_cast<short*>(first + key_count);
  unsigned char* present = reinterpret_cast<unsigned char*>(local_key + tile);

  for (int k = threadIdx.x; k < key_count; k += blockDim.x) {
    sum[k] = 0.0;
    first[k] = 0x7fffffff;
    present[k] = 0;
  }
  __syncthreads();

  const int begin = blockIdx.x * tile;
  for (int i = threadIdx.x; i < tile && begin + i < n; i += blockDim.x) {
    int key = keys[begin + i];
    local_key[i] = static_cast<short>(key);
    atomicAdd(&sum[key], values[begin + i]);
    atomicMin(&first[key], begin + i);
  }
  __syncthreads();

  // Reads what other threads wrote: the barrier above is what makes this right.
  const int filled = min(tile, n - begin);
  for (int k = threadIdx.x; k < key_count; k += blockDim.x) {
    for (int i = 0; i < filled && !present[k]; ++i) present[k] = local_key[i] == k;
  }
  __syncthreads();

  for (int k = threadIdx.x; k < key_count; k += blockDim.x) {
    sums[blockIdx.x * key_count + k] = present[k] ? sum[k] : -1.0;
    first_seen[blockIdx.x * key_count + k] = first[k];
  }
}
