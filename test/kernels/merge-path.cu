// One round of merge sort over sorted runs: each thread finds its place on the merge path by binary search and
// merges a few elements from there.
#define ITEMS 5

__device__ int merge_path(const int* a, int a_count, const int* b, int b_count, int diagonal) {
  int low = max(0, diagonal - b_count);
  int high = min(diagonal, a_count);
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] <= b[diagonal - 1 - middle]) low = middle + 1;
    else high = middle;
  }
  return low;
}

extern "C" __global__ void merge_runs(const int* in, int* out, int n, int run) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * ITEMS;
  // A thread's items may reach into the next pair of runs: take them one pair at a time.
  for (int done = 0; done < ITEMS && first + done < n;) {
    const int position = first + done;
    const int pair = position / (2 * run) * (2 * run);
    const int* a = in + pair;
    const int a_count = min(run, n - pair);
    const int* b = a + a_count;
    const int b_count = max(0, min(run, n - pair - run));
    const int diagonal = position - pair;

    int i = merge_path(a, a_count, b, b_count, diagonal);
    int j = diagonal - i;
    for (; done < ITEMS && i + j < a_count + b_count; ++done) {
      bool take_a = j >= b_count || (i < a_count && a[i] <= b[j]);
      out[first + done] = take_a ? a[i++] : b[j++];
    }
  }
}
