// The heap of the host and the memory of the device grow and shrink in turns: neither may reach into the other.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void copy(const float* from, float* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}

int main() {
  for (int large = 1; large <= 64; large *= 4) {
    for (int small = 32; small <= 512; small *= 4) {
      int n = large * small * 256;
      size_t bytes = n * sizeof(float);
      float *from, *to;
      cudaMalloc((void**)&from, bytes);
      cudaMalloc((void**)&to, bytes);
      float* in = (float*)malloc(bytes);
      for (int i = 0; i < n; i++) in[i] = (float)i;
      float* out = (float*)malloc(bytes);
      float* expected = (float*)malloc(bytes);
      cudaMemcpy(from, in, bytes, cudaMemcpyHostToDevice);
      copy<<<(n + 255) / 256, 256>>>(from, to, n);
      memcpy(expected, in, bytes);
      cudaMemcpy(out, to, bytes, cudaMemcpyDeviceToHost);
      printf("%d x %d: %s\n", large, small, memcmp(out, expected, bytes) == 0 ? "same" : "different");
      cudaFree(from);
      cudaFree(to);
      free(in);
      free(out);
      free(expected);
    }
  }
}
