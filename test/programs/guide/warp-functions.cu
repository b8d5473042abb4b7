// Votes, matches and reductions of a warp; shuffles that broadcast, scan by parts of eight and sum by butterfly.
#include <stdio.h>

__global__ void votes(unsigned* out) {
  unsigned lane = threadIdx.x;
  unsigned all = __all_sync(~0u, lane < 32), any = __any_sync(~0u, lane == 5), ballot = __ballot_sync(~0u, lane % 3 == 0);
  unsigned same = __match_any_sync(~0u, lane / 4);
  int every;
  unsigned equal = __match_all_sync(~0u, 7, &every);
  unsigned sum = __reduce_add_sync(~0u, lane), least = __reduce_min_sync(~0u, 40 - lane), most = __reduce_max_sync(~0u, 2 * lane);
  unsigned conjunction = __reduce_and_sync(~0u, 0xf0u | lane), disjunction = __reduce_or_sync(~0u, 1u << lane);
  unsigned parity = __reduce_xor_sync(~0u, lane * lane);
  if (lane == 9) {
    unsigned results[] = {all, any, ballot, same, equal, unsigned(every), sum, least, most, conjunction, disjunction, parity};
    for (int i = 0; i < 12; i++) out[i] = results[i];
  }
}

__global__ void broadcast(int value, int* out) {
  int lane = threadIdx.x & 31, mine = 0;
  if (lane == 0) mine = value;
  out[threadIdx.x] = __shfl_sync(0xffffffff, mine, 0);
}

__global__ void scan(int* out) {
  int lane = threadIdx.x & 31, value = 31 - lane;
  for (int i = 1; i <= 4; i *= 2) {
    int other = __shfl_up_sync(0xffffffff, value, i, 8);
    if ((lane & 7) >= i) value += other;
  }
  out[threadIdx.x] = value;
}

__global__ void butterfly(int* out) {
  int value = 31 - (threadIdx.x & 31);
  for (int i = 16; i >= 1; i /= 2) value += __shfl_xor_sync(0xffffffff, value, i, 32);
  double half = __shfl_down_sync(0xffffffff, threadIdx.x * 0.5, 3);
  out[threadIdx.x] = value * 1000 + (int)(half * 10);
}

int main() {
  unsigned* bits;
  int* out;
  cudaMallocManaged(&bits, 64);
  cudaMallocManaged(&out, 128);
  votes<<<1, 32>>>(bits);
  cudaDeviceSynchronize();
  for (int i = 0; i < 12; i++) printf("%x ", bits[i]);
  broadcast<<<1, 32>>>(1234, out);
  cudaDeviceSynchronize();
  printf("\n%d %d\n", out[0], out[31]);
  scan<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; i++) printf("%d ", out[i]);
  butterfly<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("\n%d %d %d\n", out[0], out[20], out[31]);
  cudaFree(bits);
  cudaFree(out);
  return 0;
}
