// Edit distance along the diagonals: a block walks them with a barrier between two.
#include <cstdio>
#include <cstring>
#include <string>

__global__ void distance(const char* a, int n, const char* b, int m, int* table) {
  for (int diagonal = 0; diagonal <= n + m; diagonal++) {
    for (int i = threadIdx.x; i <= n; i += blockDim.x) {
      int j = diagonal - i;
      if (j < 0 || j > m) continue;
      int& cell = table[i * (m + 1) + j];
      if (i == 0) cell = j;
      else if (j == 0) cell = i;
      else {
        int replace = table[(i - 1) * (m + 1) + j - 1] + (a[i - 1] != b[j - 1]);
        int insert = table[i * (m + 1) + j - 1] + 1, remove = table[(i - 1) * (m + 1) + j] + 1;
        cell = min(replace, min(insert, remove));
      }
    }
    __syncthreads();
  }
}

int edits(const std::string& a, const std::string& b) {
  char *da, *db;
  int *table, result, n = (int)a.size(), m = (int)b.size();
  cudaMalloc(&da, n + 1);
  cudaMalloc(&db, m + 1);
  cudaMalloc(&table, (n + 1) * (m + 1) * sizeof(int));
  cudaMemcpy(da, a.c_str(), n + 1, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.c_str(), m + 1, cudaMemcpyHostToDevice);
  distance<<<1, 64>>>(da, n, db, m, table);
  cudaMemcpy(&result, table + n * (m + 1) + m, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(table);
  return result;
}

int main() {
  const char* pairs[][2] = {{"kitten", "sitting"}, {"", "abc"}, {"same", "same"}, {"intention", "execution"}};
  for (auto& p : pairs) printf("%s -> %s: %d\n", p[0], p[1], edits(p[0], p[1]));
  std::string x, y;
  for (int i = 0; i < 300; i++) {
    x += char('a' + i * i % 7);
    y += char('a' + i * 3 % 5);
  }
  printf("long: %d\n", edits(x, y));
  return 0;
}
