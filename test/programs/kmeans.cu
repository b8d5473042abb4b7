// k-means of points in the plane: assignment on the device, sums with atomics, until nothing changes.
#include <cstdio>
#include <vector>

struct Point { int x, y; };

__global__ void assign(const Point* points, const Point* centers, int* label, int n, int k, int* changed, int* sums) {
  extern __shared__ Point c[];
  for (int j = threadIdx.x; j < k; j += blockDim.x) c[j] = centers[j];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int best = 0, distance = 1 << 30;
  for (int j = 0; j < k; j++) {
    int dx = points[i].x - c[j].x, dy = points[i].y - c[j].y, d = dx * dx + dy * dy;
    if (d < distance) {
      distance = d;
      best = j;
    }
  }
  if (label[i] != best) {
    label[i] = best;
    atomicAdd(changed, 1);
  }
  atomicAdd(&sums[3 * best], points[i].x);
  atomicAdd(&sums[3 * best + 1], points[i].y);
  atomicAdd(&sums[3 * best + 2], 1);
}

int main() {
  const int n = 900, k = 3;
  std::vector<Point> points;
  unsigned seed = 7;
  auto random = [&](int limit) { return int((seed = seed * 1103515245u + 12345u) >> 16) % limit; };
  const Point around[k] = {{100, 100}, {500, 120}, {300, 600}};
  for (int i = 0; i < n; i++) {
    Point a = around[i % k];
    int dx = random(120) - 60, dy = random(120) - 60;
    points.push_back({a.x + dx, a.y + dy});
  }
  std::vector<Point> centers(points.begin(), points.begin() + k);
  Point *d_points, *d_centers;
  int *label, *changed, *sums, h_changed = 1, rounds = 0;
  cudaMalloc(&d_points, n * sizeof(Point));
  cudaMalloc(&d_centers, k * sizeof(Point));
  cudaMalloc(&label, n * sizeof(int));
  cudaMalloc(&changed, sizeof(int));
  cudaMalloc(&sums, 3 * k * sizeof(int));
  cudaMemcpy(d_points, points.data(), n * sizeof(Point), cudaMemcpyHostToDevice);
  cudaMemset(label, 0xff, n * sizeof(int));
  while (h_changed && rounds < 50) {
    cudaMemcpy(d_centers, centers.data(), k * sizeof(Point), cudaMemcpyHostToDevice);
    cudaMemset(changed, 0, sizeof(int));
    cudaMemset(sums, 0, 3 * k * sizeof(int));
    assign<<<(n + 255) / 256, 256, k * sizeof(Point)>>>(d_points, d_centers, label, n, k, changed, sums);
    int h[3 * k];
    cudaMemcpy(&h_changed, changed, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(h, sums, sizeof h, cudaMemcpyDeviceToHost);
    for (int j = 0; j < k; j++)
      if (h[3 * j + 2]) centers[j] = {h[3 * j] / h[3 * j + 2], h[3 * j + 1] / h[3 * j + 2]};
    rounds++;
  }
  printf("%d rounds\n", rounds);
  for (auto& c : centers) printf("center (%d, %d)\n", c.x, c.y);
  cudaFree(d_points);
  cudaFree(d_centers);
  cudaFree(label);
  cudaFree(changed);
  cudaFree(sums);
  return 0;
}
