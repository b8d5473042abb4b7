// A convolution whose weights are in constant memory, and device variables read and written by symbol.
#include <cstdio>

#define RADIUS 3
__constant__ float weights[2 * RADIUS + 1];
__constant__ int scale;
__device__ int launches;
__device__ float table[4] = {1, 2, 3, 4};

__global__ void convolve(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) atomicAdd(&launches, 1);
  if (i >= n) return;
  float sum = 0;
  for (int k = -RADIUS; k <= RADIUS; k++)
    if (i + k >= 0 && i + k < n) sum += in[i + k] * weights[k + RADIUS];
  out[i] = sum * scale + table[i % 4];
}

int main() {
  const int n = 16;
  float h_weights[2 * RADIUS + 1] = {1, 2, 3, 4, 3, 2, 1}, h[n];
  int h_scale = 10, h_launches;
  cudaMemcpyToSymbol(weights, h_weights, sizeof h_weights);
  cudaMemcpyToSymbol(scale, &h_scale, sizeof h_scale);
  for (int i = 0; i < n; i++) h[i] = i % 3;
  float *in, *out, five = 5;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(table, &five, sizeof(float), 2 * sizeof(float));
  for (int i = 0; i < 3; i++) convolve<<<1, 32>>>(in, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&h_launches, launches, sizeof h_launches);
  for (int i = 0; i < n; i++) printf("%g ", h[i]);
  void* address = nullptr;
  size_t size = 0;
  cudaGetSymbolAddress(&address, table);
  cudaGetSymbolSize(&size, table);
  float third;
  cudaMemcpy(&third, (float*)address + 2, sizeof third, cudaMemcpyDeviceToHost);
  printf("\nlaunches %d, table has %d bytes, third %g\n", h_launches, (int)size, third);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
