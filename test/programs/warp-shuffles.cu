// What lanes of a warp exchange: sums, scans, broadcasts, rotations, votes, matches.
#include <cstdio>

#define FULL 0xffffffffu

__inline__ __device__ int warpSum(int value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(FULL, value, offset);
  return value;
}
__inline__ __device__ int warpScan(int value) {
  int lane = threadIdx.x % 32;
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(FULL, value, d);
    if (lane >= d) value += other;
  }
  return value;
}
__global__ void exchange(int* out) {
  int lane = threadIdx.x & 31;
  int* row = out + lane;
  row[0] = warpSum(lane * lane);
  row[32] = warpScan(lane);
  row[64] = __shfl_sync(FULL, lane * 3, 5);
  row[96] = __shfl_sync(FULL, lane, (lane + 1) % 32);
  row[128] = __shfl_xor_sync(FULL, lane, 16);
  row[160] = __ballot_sync(FULL, lane % 3 == 0);
  row[192] = __any_sync(FULL, lane == 31) * 2 + __all_sync(FULL, lane < 32);
  row[224] = __popc(__match_any_sync(FULL, lane / 5));
  row[256] = __shfl_sync(FULL, lane, lane & 1, 8);
  unsigned mask = __ballot_sync(FULL, lane < 20);
  if (lane < 20) row[288] = __reduce_add_sync(mask, lane);
  else row[288] = -1;
  row[320] = (int)__shfl_down_sync(FULL, (double)lane * 1.5, 3);
}

int main() {
  const int rows = 11;
  int h[rows * 32], *d;
  cudaMalloc(&d, sizeof h);
  exchange<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  const char* names[rows] = {"sum in lane 0", "scan", "broadcast", "rotate", "xor", "ballot", "votes", "match", "width 8", "partial", "double"};
  for (int r = 0; r < rows; r++) {
    printf("%s:", names[r]);
    if (r == 0) printf(" %d", h[0]);
    else
      for (int lane = 0; lane < 32; lane += r == 5 ? 31 : 4) printf(" %d", h[r * 32 + lane]);
    printf("\n");
  }
  cudaFree(d);
  return 0;
}
