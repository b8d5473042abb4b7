// Warp-level radix ranking: the rank of each lane's 3-bit digit among its warp, found bit by bit with ballots.
extern "C" __global__ void ballot_rank(const unsigned char* digits, unsigned char* ranks, unsigned int* warp_counts,
                                       int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned int lane = threadIdx.x % warpSize;
  const unsigned int digit = i < n ? digits[i] : 0u;

  unsigned int peers = __ballot_sync(0xffffffffu, i < n);
#pragma unroll
  for (int bit = 0; bit < 3; ++bit) {
    const unsigned int set = __ballot_sync(0xffffffffu, (digit >> bit) & 1u);
    peers &= (digit >> bit) & 1u ? set : ~set;
  }
  if (i >= n) return;
  const unsigned int below = (1u << lane) - 1u;
  ranks[i] = static_cast<unsigned char>(__popc(peers & below));
  // The last peer writes the count of its digit.
  if ((peers >> lane) == 1u) warp_counts[i / warpSize * 8 + digit] = __popc(peers);
}
