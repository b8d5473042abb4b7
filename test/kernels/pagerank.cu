// One power iteration of PageRank by pulling along incoming edges; dangling mass is gathered first with an atomic.
extern "C" __global__ void dangling_mass(const double* rank, const int* out_degree, double* mass, int nodes) {
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  double mine = n < nodes && out_degree[n] == 0 ? rank[n] : 0.0;
  for (int offset = 16; offset > 0; offset >>= 1) mine += __shfl_down_sync(0xffffffff, mine, offset);
  if ((threadIdx.x & 31) == 0 && mine != 0.0) atomicAdd(mass, mine);
}

extern "C" __global__ void pagerank_pull(const int* in_offsets, const int* sources, const int* out_degree,
                                         const double* rank, double* next, const double* mass, int nodes,
                                         double damping) {
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= nodes) return;
  double sum = *mass / nodes;
  for (int e = in_offsets[n]; e < in_offsets[n + 1]; ++e) sum += rank[sources[e]] / out_degree[sources[e]];
  next[n] = (1.0 - damping) / nodes + damping * sum;
}
