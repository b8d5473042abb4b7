// Groups the lanes of a warp by key with __match_any_sync; each group's leader counts for it, and __match_all_sync
// tells whether the warp agrees.
extern "C" __global__ void match_groups(const unsigned int* keys, int n, unsigned int* histogram, int* group_size,
                                        int* rank_in_group, int* uniform_warps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned int lane = threadIdx.x & 31u;
  const unsigned int present = __ballot_sync(0xffffffffu, i < n);
  if (i >= n) return;

  const unsigned int key = keys[i];
  const unsigned int peers = __match_any_sync(present, key);
  const int leader = __ffs(peers) - 1;
  const int size = __popc(peers);
  if (lane == static_cast<unsigned int>(leader)) atomicAdd(&histogram[key], size);
  group_size[i] = size;
  rank_in_group[i] = __popc(peers & ((1u << lane) - 1u));

  int agreed;
  __match_all_sync(present, key, &agreed);
  if (agreed && lane == 0) atomicAdd(uniform_warps, 1);
}

// The same on 64-bit keys.
extern "C" __global__ void match_wide(const unsigned long long* keys, int n, int* group_size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned long long key = i < n ? keys[i] : 0xffffffffffffffffull;
  const unsigned int peers = __match_any_sync(0xffffffffu, key);
  if (i < n) group_size[i] = __popc(peers);
}
