// Levenshtein distances of many pairs of strings, a block per pair: anti-diagonals of the table are computed in
// parallel, three of them held in shared memory.
extern "C" __global__ void edit_distance(const char* a, const int* a_offsets, const char* b, const int* b_offsets,
                                         int longest, int* distances) {
  extern __shared__ int diagonals[];
  int* before_last = diagonals;
  int* last = diagonals + (longest + 1);
  int* current = diagonals + 2 * (longest + 1);

  const char* x = a + a_offsets[blockIdx.x];
  const char* y = b + b_offsets[blockIdx.x];
  const int m = a_offsets[blockIdx.x + 1] - a_offsets[blockIdx.x];
  const int n = b_offsets[blockIdx.x + 1] - b_offsets[blockIdx.x];

  for (int d = 0; d <= m + n; ++d) {
    const int i_begin = max(0, d - n), i_end = min(d, m);
    for (int i = i_begin + threadIdx.x; i <= i_end; i += blockDim.x) {
      const int j = d - i;
      int best;
      if (i == 0) best = j;
      else if (j == 0) best = i;
      else {
        best = before_last[i - 1] + (x[i - 1] != y[j - 1]);
        best = min(best, min(last[i - 1], last[i]) + 1);
      }
      current[i] = best;
    }
    __syncthreads();
    int* swap = before_last;
    before_last = last;
    last = current;
    current = swap;
  }
  if (threadIdx.x == 0) distances[blockIdx.x] = last[m];
}
