// printf in kernels: all conversions, several arguments, strings; blocks one after another to keep the order.
#include <cstdio>

__device__ const char* name(int i) { return i == 0 ? "zero" : i == 1 ? "one" : "many"; }

__global__ void print(int block, float scale) {
  if (threadIdx.x == 0) printf("block %d of %d threads\n", block, blockDim.x);
  __syncthreads();
  if (threadIdx.x == 2)
    printf("%d %5d|%-5d|%05d %u %x %X %o %c %s %%\n", -7, 42, 42, 42, 4000000000u, 255, 255, 8, 'q', name(block));
  __syncthreads();
  if (threadIdx.x == 1) printf("%f %.2f %8.3f %e %g %g\n", scale, scale, scale, scale * 1000, scale, 1e-10);
  __syncthreads();
  if (threadIdx.x == 0) printf("%lld %llu %llx\n", -1234567890123LL, 1234567890123ULL, 0xdeadbeefcafeULL);
}

int main() {
  for (int block = 0; block < 3; block++) {
    print<<<1, 4>>>(block, 1.5f * block);
    cudaDeviceSynchronize();
  }
  return 0;
}
