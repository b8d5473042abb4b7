// The 0/1 knapsack by dynamic programming in one block: a row of the table in shared memory, two buffers taking turns,
// one barrier per item.
extern "C" __global__ void knapsack(const int* weights, const int* values, int items, int capacity, int* best) {
  extern __shared__ int rows[];
  int* current = rows;
  int* next = rows + capacity + 1;
  for (int c = threadIdx.x; c <= capacity; c += blockDim.x) current[c] = 0;
  __syncthreads();

  for (int item = 0; item < items; ++item) {
    const int weight = weights[item], value = values[item];
    for (int c = threadIdx.x; c <= capacity; c += blockDim.x) {
      int without = current[c];
      next[c] = c >= weight ? max(without, current[c - weight] + value) : without;
    }
    __syncthreads();
    int* swap = current;
    current = next;
    next = swap;
  }
  for (int c = threadIdx.x; c <= capacity; c += blockDim.x) best[c] = current[c];
}
