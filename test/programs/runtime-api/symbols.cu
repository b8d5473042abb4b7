// Variables of the device by name: constant, device, managed, arrays, pointers, structures, parts of them.
#include <cstdio>

struct Settings {
  float scale;
  int offset;
};
__constant__ Settings settings;
__constant__ int table[8];
__device__ int total = 100;
__device__ float* output;
__managed__ int calls = 5;
__managed__ double limits[2] = {-1.5, 2.5};
namespace inner {
__device__ unsigned grid[2][3];
}

__global__ void use() {
  int i = threadIdx.x;
  output[i] = settings.scale * table[i] + settings.offset;
  atomicAdd(&total, table[i]);
  if (i == 0) {
    ++calls;
    limits[1] *= 2;
    inner::grid[1][2] = 42;
  }
}

int main() {
  printf("before: %d %g %g\n", calls, limits[0], limits[1]);
  Settings own = {0.5f, 3};
  int values[8];
  for (int i = 0; i < 8; ++i) values[i] = i * i;
  float* buffer;
  cudaMalloc(&buffer, 8 * sizeof(float));
  cudaMemcpyToSymbol(settings, &own, sizeof own);
  cudaMemcpyToSymbol(table, values, 4 * sizeof(int));
  cudaMemcpyToSymbol(table, values + 4, 4 * sizeof(int), 4 * sizeof(int));
  cudaMemcpyToSymbol(output, &buffer, sizeof buffer);
  calls = 10;
  use<<<1, 8>>>();
  cudaDeviceSynchronize();
  int sum;
  cudaMemcpyFromSymbol(&sum, total, sizeof sum);
  float results[8];
  cudaMemcpy(results, buffer, sizeof results, cudaMemcpyDeviceToHost);
  printf("total %d, last %g, calls %d, limits %g %g\n", sum, results[7], calls, limits[0], limits[1]);
  unsigned cells[2][3];
  cudaMemcpyFromSymbol(cells, inner::grid, sizeof cells);
  size_t size;
  void* address;
  cudaGetSymbolSize(&size, table);
  cudaGetSymbolAddress(&address, table);
  int direct;
  cudaMemcpy(&direct, (int*)address + 3, 4, cudaMemcpyDeviceToHost);
  printf("grid %u, size %d, third %d\n", cells[1][2], (int)size, direct);
  printf("%s\n", cudaGetErrorString(cudaMemcpyToSymbol(table, values, 64)));
  printf("%s\n", cudaGetErrorString(cudaMemcpyToSymbol(values, values, 4)));
  calls += 1;
  int changed = 7;
  cudaMemcpy((int*)address + 1, &changed, sizeof changed, cudaMemcpyHostToDevice);
  use<<<1, 8>>>();
  cudaDeviceSynchronize();
  cudaMemcpy(results, buffer, sizeof results, cudaMemcpyDeviceToHost);
  printf("calls %d, second %g\n", calls, results[1]);
  cudaFree(buffer);
  return 0;
}
