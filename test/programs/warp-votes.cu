// Votes whose masks differ from lane to lane: undefined for CUDA, and seen in public programs. GPUs before Volta let all lanes that
// arrived together vote; later ones wait for ever.
#include <cstdio>

__global__ void votes(unsigned* out) {
  unsigned lane = threadIdx.x, mask = lane < 8 ? 0xffffffffu : lane < 16 ? 0x0000ffffu : 0xffff0000u;
  out[lane] = __ballot_sync(mask, lane % 3 == 0);
  out[32 + lane] = __any_sync(mask, lane == 31) * 2 + __all_sync(mask, lane < 16);
}

int main() {
  unsigned* out;
  cudaMallocManaged(&out, 64 * sizeof(unsigned));
  votes<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("votes:");
  for (int i = 0; i < 32; i++) printf(" %08x/%u", out[i], out[32 + i]);
  printf("\n");
  cudaFree(out);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
