// Level-synchronous breadth-first search: each launch expands one frontier into the next. A node is claimed by the
// thread whose compare-and-swap finds it unvisited.
extern "C" __global__ void bfs_level(const int* offsets, const int* targets, int* levels, const int* frontier,
                                     const int* frontier_size, int* next, int* next_size, int level) {
  const int size = *frontier_size;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
    const int node = frontier[i];
    for (int e = offsets[node]; e < offsets[node + 1]; ++e) {
      const int target = targets[e];
      if (levels[target] < 0 && atomicCAS(&levels[target], -1, level + 1) == -1) {
        next[atomicAdd(next_size, 1)] = target;
      }
    }
  }
}
