// Bellman-Ford: one launch relaxes every edge with atomicMin and tells whether anything changed.
extern "C" __global__ void relax_edges(const int3* edges, int count, unsigned int* distance, int* changed) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  bool improved = false;
  if (e < count) {
    const int3 edge = edges[e];  // from, to, weight
    const unsigned int reached = distance[edge.x];
    if (reached != 0xffffffffu) {
      const unsigned int through = reached + edge.z;
      improved = atomicMin(&distance[edge.y], through) > through;
    }
  }
  if (__any_sync(0xffffffffu, improved) && (threadIdx.x & 31) == 0) *changed = 1;
}
