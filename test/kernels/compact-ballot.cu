// Stream compaction: lanes count their survivors with a ballot, warps claim room in shared memory, the block claims
// room in the output with one atomic. Order is kept within a block.
extern "C" __global__ void compact_nonzero(const int* in, int n, int* out, unsigned int* out_count) {
  __shared__ unsigned int warp_count[32];
  __shared__ unsigned int block_base;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned int lane = threadIdx.x & 31u, warp = threadIdx.x >> 5;
  const int value = i < n ? in[i] : 0;

  const unsigned int votes = __ballot_sync(0xffffffffu, value != 0);
  const unsigned int rank = __popc(votes & ((1u << lane) - 1u));
  if (lane == 0) warp_count[warp] = __popc(votes);
  __syncthreads();

  if (threadIdx.x == 0) {
    unsigned int total = 0;
    for (unsigned int w = 0; w < (blockDim.x + 31) / 32; ++w) {
      const unsigned int count = warp_count[w];
      warp_count[w] = total;
      total += count;
    }
    block_base = atomicAdd(out_count, total);
  }
  __syncthreads();
  if (value != 0) out[block_base + warp_count[warp] + rank] = value;
}
