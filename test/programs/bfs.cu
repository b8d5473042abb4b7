// Breadth-first search, level by level, over a graph in compressed rows.
#include <cstdio>
#include <queue>
#include <vector>

__global__ void level(const int* rows, const int* columns, int* distance, int depth, int n, int* changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || distance[v] != depth) return;  // cuts-check: allow(race) others write depth + 1, which is not this level
  for (int e = rows[v]; e < rows[v + 1]; e++)
    if (distance[columns[e]] == -1) {  // cuts-check: allow(race) whoever comes writes the same
      distance[columns[e]] = depth + 1;
      *changed = 1;
    }
}

int main() {
  const int n = 2000;
  std::vector<int> rows = {0}, columns;
  for (int v = 0; v < n; v++) {
    for (int k : {v + 1, v * 3 % n, v - 7}) if (k >= 0 && k < n && k != v && v % 97 != 96) columns.push_back(k);
    rows.push_back((int)columns.size());
  }
  std::vector<int> expected(n, -1), distance(n, -1);
  std::queue<int> queue;
  queue.push(0);
  expected[0] = distance[0] = 0;
  while (!queue.empty()) {
    int v = queue.front();
    queue.pop();
    for (int e = rows[v]; e < rows[v + 1]; e++)
      if (expected[columns[e]] < 0) {
        expected[columns[e]] = expected[v] + 1;
        queue.push(columns[e]);
      }
  }
  int *d_rows, *d_columns, *d_distance, *d_changed;
  cudaMalloc(&d_rows, rows.size() * sizeof(int));
  cudaMalloc(&d_columns, columns.size() * sizeof(int));
  cudaMalloc(&d_distance, n * sizeof(int));
  cudaMalloc(&d_changed, sizeof(int));
  cudaMemcpy(d_rows, rows.data(), rows.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_columns, columns.data(), columns.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_distance, distance.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  int changed = 1, depth = 0;
  while (changed) {
    changed = 0;
    cudaMemcpy(d_changed, &changed, sizeof(int), cudaMemcpyHostToDevice);
    level<<<(n + 127) / 128, 128>>>(d_rows, d_columns, d_distance, depth++, n, d_changed);
    cudaMemcpy(&changed, d_changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaMemcpy(distance.data(), d_distance, n * sizeof(int), cudaMemcpyDeviceToHost);
  int reached = 0, far = 0;
  for (int d : distance) {
    reached += d >= 0;
    far = d > far ? d : far;
  }
  printf("%d edges, %d levels, %d of %d reached, farthest %d, %s\n", (int)columns.size(), depth, reached, n, far, distance == expected ? "as on the host" : "wrong");
  cudaFree(d_rows);
  cudaFree(d_columns);
  cudaFree(d_distance);
  cudaFree(d_changed);
  return 0;
}
