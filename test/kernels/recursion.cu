// Recursive device functions: Fibonacci, Ackermann and a depth-first walk of an implicit tree. No barriers inside.
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__device__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

// The sum over a heap-ordered tree, left child first; the order matters because of the alternating factor.
__device__ long long tree_sum(const int* tree, int size, int node, int depth) {
  if (node >= size) return 0;
  long long below = tree_sum(tree, size, 2 * node + 1, depth + 1) - tree_sum(tree, size, 2 * node + 2, depth + 1);
  return below + static_cast<long long>(tree[node]) * (depth + 1);
}

extern "C" __global__ void recurse(const int* in, int* fib, int* ack, long long* sums, const int* tree, int tree_size,
                                   int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int x = in[i];
  fib[i] = fibonacci(x);
  ack[i] = ackermann(x % 3, x % 5);
  sums[i] = tree_sum(tree, tree_size, x, 0);
}
