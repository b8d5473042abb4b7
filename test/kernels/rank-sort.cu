// Sorting by counting: an element's place is the number of smaller ones, ties by position. Tiles pass through shared
// memory, as in an all-pairs computation.
#define TILE 128

extern "C" __global__ void rank_sort(const double* in, double* out, int* ranks, int n) {
  __shared__ double tile[TILE];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const double own = i < n ? in[i] : 0.0;

  int rank = 0;
  for (int begin = 0; begin < n; begin += TILE) {
    __syncthreads();
    for (int k = threadIdx.x; k < TILE && begin + k < n; k += blockDim.x) tile[k] = in[begin + k];
    __syncthreads();
    const int count = min(TILE, n - begin);
    for (int k = 0; k < count; ++k) rank += tile[k] < own || (tile[k] == own && begin + k < i);
  }
  if (i < n) {
    out[rank] = own;
    ranks[i] = rank;
  }
}
