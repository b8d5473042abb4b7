// The voting barriers: how many threads of the block hold a predicate, whether all do, whether any does.
extern "C" __global__ void vote_blocks(const int* values, int n, int pivot, int* below, int* all_below, int* any_equal) {
  const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int i = blockIdx.x * threads + thread;
  const bool inside = i < n;
  const int value = inside ? values[i] : 0;

  int count = __syncthreads_count(inside && value < pivot);
  int all = __syncthreads_and(!inside || value < pivot);
  int any = __syncthreads_or(inside && value == pivot);

  // Every thread holds the same three answers; a different one writes each.
  if (thread == 0) below[blockIdx.x] = count;
  if (thread == threads / 2) all_below[blockIdx.x] = all != 0;
  if (thread == threads - 1) any_equal[blockIdx.x] = any != 0;
}
