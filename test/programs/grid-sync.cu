// A cooperative launch: all blocks of the grid meet between the steps of a stencil and of a sum.
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;

__global__ void smooth(int* a, int* b, int n, int steps, int* total) {
  cg::grid_group grid = cg::this_grid();
  for (int s = 0; s < steps; s++) {
    for (unsigned long long i = grid.thread_rank(); i < n; i += grid.size())
      b[i] = (a[i == 0 ? n - 1 : i - 1] + 2 * a[i] + a[i + 1 == n ? 0 : i + 1]) % 1000;
    grid.sync();
    int* t = a;
    a = b;
    b = t;
  }
  int sum = 0;
  for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size()) sum += a[i];
  atomicAdd(total, sum);
  grid.sync();
  if (grid.thread_rank() == 0) total[1] = total[0] * 2;
}

int main() {
  int n = 1000, steps = 10, *a, *b, *total;
  std::vector<int> h(n);
  for (int i = 0; i < n; i++) h[i] = i % 7;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&total, 2 * sizeof(int));
  cudaMemcpy(a, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(total, 0, 2 * sizeof(int));
  int supported = 0;
  cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0);
  printf("cooperative launch: %d\n", supported);
  void* args[] = {&a, &b, &n, &steps, &total};
  cudaError_t error = cudaLaunchCooperativeKernel((void*)smooth, dim3(4), dim3(64), args, 0, 0);
  printf("%s\n", cudaGetErrorString(error));
  cudaDeviceSynchronize();
  int result[2];
  cudaMemcpy(result, total, sizeof result, cudaMemcpyDeviceToHost);
  std::vector<int> x = h, y(n);
  for (int s = 0; s < steps; s++) {
    for (int i = 0; i < n; i++) y[i] = (x[(i + n - 1) % n] + 2 * x[i] + x[(i + 1) % n]) % 1000;
    x.swap(y);
  }
  int expected = 0;
  for (int v : x) expected += v;
  printf("%d %d, expected %d\n", result[0], result[1], expected);
  cudaFree(a);
  cudaFree(b);
  cudaFree(total);
  return 0;
}
