// Counts the placements of n queens: each thread takes one placement of the first two rows and searches the rest with
// bit masks on a stack of its own.
extern "C" __global__ void count_queens(int n, unsigned long long* solutions) {
  const int start = blockIdx.x * blockDim.x + threadIdx.x;
  if (start >= n * n) return;
  const unsigned int all = (1u << n) - 1u;

  const unsigned int first = 1u << (start / n), second = 1u << (start % n);
  unsigned int columns[16], left[16], right[16], open[16];
  int row = 2;
  if (n == 1) {
    if (start == 0) atomicAdd(solutions, 1ull);
    return;
  }
  if (second & (first | first << 1 | first >> 1)) return;

  columns[row] = first | second;
  left[row] = (first << 1 | second) << 1;
  right[row] = (first >> 1 | second) >> 1;
  open[row] = all & ~(columns[row] | left[row] | right[row]);
  unsigned int count = row == n;
  while (row >= 2 && row < n) {
    if (open[row] == 0u) {
      --row;
      continue;
    }
    const unsigned int queen = open[row] & (0u - open[row]);
    open[row] ^= queen;
    if (row == n - 1) {
      ++count;
      continue;
    }
    columns[row + 1] = columns[row] | queen;
    left[row + 1] = (left[row] | queen) << 1;
    right[row + 1] = (right[row] | queen) >> 1;
    open[row + 1] = all & ~(columns[row + 1] | left[row + 1] | right[row + 1]);
    ++row;
  }
  if (count != 0) atomicAdd(solutions, static_cast<unsigned long long>(count));
}
