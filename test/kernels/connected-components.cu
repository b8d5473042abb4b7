// Connected components by hooking and pointer jumping: an edge between two trees hangs the one with the larger root
// under the smaller root, then every node looks up its root.
extern "C" __global__ void hook(const int2* edges, int count, const int* labels, int* parent, int* changed) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= count) return;
  const int a = labels[edges[e].x], b = labels[edges[e].y];
  if (a == b) return;
  // Always to something smaller, so no cycle can form.
  atomicMin(&parent[max(a, b)], min(a, b));
  atomicExch(changed, 1);
}

extern "C" __global__ void compress(const int* parent, int* labels, int nodes) {
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= nodes) return;
  int root = n;
  while (parent[root] != root) root = parent[root];
  labels[n] = root;
}
